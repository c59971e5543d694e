import {
  type AddToPrincipalPolicyResult,
  type IPrincipal,
  PolicyDocument,
  type PolicyStatement,
  Role,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * A role whose permissions are part of it, so that it never exists without them. CDK's own role has them as a resource beside it, and
 * a stack may have 500. They must not name what refers to the role: CloudFormation could create neither first.
 */
export class InlinePolicyRole extends Role {
  readonly #permissions: PolicyDocument;

  constructor(scope: Construct, id: string, { assumedBy }: { assumedBy: IPrincipal }) {
    const permissions = new PolicyDocument();
    super(scope, id, { assumedBy, inlinePolicies: { permissions } });
    this.#permissions = permissions;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.#permissions.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
