import { CfnOutput, CliCredentialsStackSynthesizer, Duration, Stack } from 'aws-cdk-lib';
import {
  CfnOIDCProvider,
  ManagedPolicy,
  PolicyDocument,
  type PolicyStatement,
  Role,
  WebIdentityPrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { StageNames } from './stage-names.ts';
import {
  bootstrapStatements,
  boundaryStatements,
  deployStatements,
  executionStatements,
} from './statements.ts';

interface PipelineStackProps {
  /** Of GitHub: `owner/name`. */
  readonly repository: string;
  readonly stages: readonly string[];
  /** ARN of GitHub's identity provider in the account, of which there is one at most; empty: it is made. */
  readonly provider: string;
}

const GITHUB = 'token.actions.githubusercontent.com';

/** IAM's limit for a managed policy, without white space. */
const POLICY_CHARACTERS = 6144;

/**
 * What a pipeline on GitHub needs in an account: for each stage a role that its environment of GitHub assumes, and the policies that
 * limit CloudFormation and the roles that it makes. It is deployed by a person, with their own credentials, before anything is bootstrapped.
 */
export class PipelineStack extends Stack {
  constructor(scope: Construct, id: string, { repository, stages, provider }: PipelineStackProps) {
    super(scope, id, { synthesizer: new CliCredentialsStackSynthesizer() });
    const place = { partition: this.partition, account: this.account, region: this.region };
    const github =
      provider ||
      new CfnOIDCProvider(this, 'GitHub', { url: `https://${GITHUB}`, clientIdList: ['sts.amazonaws.com'] })
        .attrArn;
    for (const stage of stages) {
      const names = new StageNames(stage, place);
      const title = stage.charAt(0).toUpperCase() + stage.slice(1);
      new ManagedPolicy(this, `${title}Boundary`, {
        managedPolicyName: names.boundary,
        document: new PolicyDocument({ statements: boundaryStatements(names) }),
      });
      new ManagedPolicy(this, `${title}Bootstrap`, {
        managedPolicyName: names.pipeline('bootstrap'),
        document: new PolicyDocument({ statements: bootstrapStatements(names) }),
      });
      const policies = inPolicies(executionStatements(names)).map(
        (statements, i) =>
          new ManagedPolicy(this, `${title}CloudFormation${i + 1}`, {
            managedPolicyName: names.pipeline(`cloudformation-${i + 1}`),
            document: new PolicyDocument({ statements }),
          }),
      );
      const role = new Role(this, `${title}Deploy`, {
        roleName: names.pipeline('deploy'),
        description: `Deploys the stage ${stage} from GitHub`,
        // A deployment waits for its alarms.
        maxSessionDuration: Duration.hours(2),
        assumedBy: new WebIdentityPrincipal(github, {
          StringEquals: {
            [`${GITHUB}:aud`]: 'sts.amazonaws.com',
            [`${GITHUB}:sub`]: `repo:${repository}:environment:${stage}`,
          },
        }),
        inlinePolicies: { deploy: new PolicyDocument({ statements: deployStatements(names) }) },
      });
      new CfnOutput(this, `${title}Role`, { value: role.roleArn });
      new CfnOutput(this, `${title}ExecutionPolicies`, {
        value: policies.map(({ managedPolicyArn }) => managedPolicyArn).join(','),
      });
    }
  }
}

/** Statements in as few policies as they fit, in their order; account, region and partition are longer once they are known. */
function inPolicies(statements: readonly PolicyStatement[]): PolicyStatement[][] {
  const policies: PolicyStatement[][] = [[]];
  let length = 0;
  for (const statement of statements) {
    const more = JSON.stringify(statement.toStatementJson()).length;
    if (length + more > POLICY_CHARACTERS / 2) {
      policies.push([]);
      length = 0;
    }
    policies.at(-1)?.push(statement);
    length += more;
  }
  return policies;
}
