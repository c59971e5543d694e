import { Stack, Validations } from 'aws-cdk-lib';
import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { PARKED_ACTIONS } from '../../shared/contract/needs/need.ts';
import type { QueueName } from '../../shared/contract/resources.ts';
import { OPERATOR_GRANT, OPERATOR_USER_POOL_ACTIONS } from '../operator-grant.ts';
import { AttachablePolicy } from './attachable-policy.ts';
import { allowNeed, type Bindable } from './bind.ts';
import type { PolicyTarget } from './media-access.ts';

const stackByName = (stack: Stack): string =>
  stack.formatArn({ service: 'cloudformation', resource: 'stack', resourceName: `${stack.stackName}/*` });

/** Lets commands read the outputs of the stack. */
export function allowDescription(policy: PolicyTarget): void {
  const stack = Stack.of(policy);
  policy.addToPrincipalPolicy(
    new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stackByName(stack)] }),
  );
  Validations.of(policy).acknowledge({
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:cloudformation:<AWS::Region>:<AWS::AccountId>:stack/${stack.stackName}/*]`,
    reason: 'A call that names a stack by its name is checked against the stack of any id.',
  });
}

/** What the commands of operators call, and no more: for the role that operators take on. */
export class OperatorPolicy extends AttachablePolicy {
  constructor(
    scope: Construct,
    id: string,
    {
      parked,
      users,
      ...bindable
    }: Pick<Bindable, 'tables' | 'media' | 'queues'> & {
      parked: Record<QueueName, Queue>;
      users: UserPool;
    },
  ) {
    super(scope, id, {
      description: `Commands of vms for operators of ${Stack.of(scope).stackName}`,
      output: 'OperatorPolicyArn',
    });
    allowNeed(this, OPERATOR_GRANT, bindable);
    for (const name of OPERATOR_GRANT.parked) {
      this.addToPrincipalPolicy(
        new PolicyStatement({
          actions: PARKED_ACTIONS.map((action) => `sqs:${action}`),
          resources: [parked[name].queueArn],
        }),
      );
    }
    this.addToPrincipalPolicy(
      new PolicyStatement({
        actions: OPERATOR_USER_POOL_ACTIONS.map((action) => `cognito-idp:${action}`),
        resources: [users.userPoolArn],
      }),
    );
    allowDescription(this);
  }
}
