import { AccountRootPrincipal, Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { SETTINGS } from '../../shared/contract/resources.ts';
import { roleOf } from './bind.ts';
import { InlinePolicyRole } from './inline-policy-role.ts';
import type { MediaAccess } from './media-access.ts';

/**
 * The role whose temporary credentials sign the URLs handed to callers. Those of a function's own role would
 * sign as well, but their expiry is not known, and a URL dies with the credentials that signed it.
 */
export class SignerRole extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { media, functions }: { media: MediaAccess; functions: readonly LambdaFunction[] },
  ) {
    super(scope, id);
    const role = new InlinePolicyRole(this, 'Role', {
      // Named by condition and not as principals: IAM refuses a principal that was created a moment ago.
      assumedBy: new AccountRootPrincipal().withConditions({
        ArnEquals: { 'aws:PrincipalArn': functions.map((fn) => roleOf(fn).roleArn) },
      }),
    });
    media.allowObjects(role, ['s3:GetObject'], ['uploads', 'exports', 'thumbnails']);
    media.allowObjects(role, ['s3:PutObject'], ['uploads']);
    // Not part of the functions' roles: the signer's role names them as those that it trusts.
    const use = new Policy(this, 'Use', {
      roles: functions.map(roleOf),
      statements: [new PolicyStatement({ actions: ['sts:AssumeRole'], resources: [role.roleArn] })],
    });
    for (const fn of functions) {
      fn.node.addDependency(use);
      fn.addEnvironment(SETTINGS.signerRoleArn, role.roleArn);
    }
  }
}
