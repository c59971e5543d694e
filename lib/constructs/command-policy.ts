import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Need, Prefix } from '../../shared/contract/needs/need.ts';
import { AttachablePolicy } from './attachable-policy.ts';
import { allowNeed, type Bindable } from './bind.ts';

interface CommandPolicyProps extends Pick<Bindable, 'tables' | 'media' | 'queues'> {
  /** The command, as in `vms account erase`. */
  command: string;
  need: Required<Need>;
  /** Where versions of objects are listed, and removed for good. */
  removesVersions?: readonly Prefix[];
  /** The output that names the policy. */
  output: string;
}

/** What a command of operators calls beyond the daily ones: who may run it has this policy beside theirs. */
export class CommandPolicy extends AttachablePolicy {
  constructor(
    scope: Construct,
    id: string,
    { command, need, removesVersions = [], output, ...bindable }: CommandPolicyProps,
  ) {
    super(scope, id, { description: `${command} of ${Stack.of(scope).stackName}`, output });
    allowNeed(this, need, bindable);
    const { media } = bindable;
    if (removesVersions.length > 0) {
      const actions = ['s3:ListBucketVersions'];
      this.addToPrincipalPolicy(new PolicyStatement({ actions, resources: [media.bucketArn] }));
      media.allowObjects(this, ['s3:DeleteObjectVersion'], removesVersions);
    }
  }
}
