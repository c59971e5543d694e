import { CfnOutput } from 'aws-cdk-lib';
import { ManagedPolicy, type PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { PolicyTarget } from './media-access.ts';

/** A policy for people, named by an output of the stack. Nothing of the service has it. */
export class AttachablePolicy extends ManagedPolicy implements PolicyTarget {
  constructor(
    scope: Construct,
    id: string,
    { description, output }: { description: string; output: string },
  ) {
    super(scope, id, { description });
    new CfnOutput(this, output, { value: this.managedPolicyArn }).overrideLogicalId(output);
  }

  addToPrincipalPolicy(statement: PolicyStatement): void {
    this.addStatements(statement);
  }
}
