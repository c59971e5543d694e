import { Aws, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IConstruct } from 'constructs';
import type { Prefix } from '../../shared/contract/needs/need.ts';
import { MEDIA_BUCKET } from '../../shared/contract/resources.ts';

/** What statements are added to: the role of a function, or a policy. */
export interface PolicyTarget extends IConstruct {
  addToPrincipalPolicy(statement: PolicyStatement): unknown;
}

/** The media bucket as seen from outside its stack: permissions are given by prefix, never for the whole. */
export class MediaAccess {
  readonly bucketName: string;
  readonly bucketArn: string;

  constructor(bucketName: string) {
    this.bucketName = bucketName;
    this.bucketArn = `arn:${Aws.PARTITION}:s3:::${bucketName}`;
  }

  allowObjects(role: PolicyTarget, actions: readonly string[], prefixes: readonly Prefix[]): void {
    const below = (prefix: Prefix): string => `/${MEDIA_BUCKET.prefixes[prefix]}*`;
    role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: [...actions],
        resources: prefixes.map((prefix) => `${this.bucketArn}${below(prefix)}`),
      }),
    );
    // As cdk-nag writes a reference to another stack.
    const bucket = `arn:<AWS::Partition>:s3:::${JSON.stringify(Stack.of(role).resolve(this.bucketName))}`;
    for (const prefix of prefixes) {
      Validations.of(role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::${bucket}${below(prefix)}]`,
        reason: 'Object keys hold ids made at run time; the prefix is what can be named.',
      });
    }
  }

  /** Listing, and 404 instead of 403 for missing objects. */
  allowList(role: PolicyTarget): void {
    role.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['s3:ListBucket'], resources: [this.bucketArn] }),
    );
  }

  /** Unfinished multipart uploads, which no listing of objects shows. */
  allowListUploads(role: PolicyTarget): void {
    role.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['s3:ListBucketMultipartUploads'], resources: [this.bucketArn] }),
    );
  }
}
