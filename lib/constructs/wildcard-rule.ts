import { Stack } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/**
 * The finding of cdk-nag about permissions on all that is below a resource of the same stack.
 * @param arn of the resource, as its attribute
 * @param below from the ARN on, as `/*`
 */
export function wildcardRule(scope: IConstruct, arn: string, below: string): string {
  const { 'Fn::GetAtt': attribute } = Stack.of(scope).resolve(arn) as { 'Fn::GetAtt': [string, string] };
  return `AwsSolutions-IAM5[Resource::<${attribute.join('.')}>${below}]`;
}
