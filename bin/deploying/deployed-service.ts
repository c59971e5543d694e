import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { EDGE_SECRET_GENERATION, RELEASE_ALARMS } from '../../lib/release-outputs.ts';
import { UnusableArguments } from './arguments.ts';

/** A service as it is deployed, before a deployment changes it. */
export interface DeployedService {
  readonly apiUrl: string;
  /** ARNs of the alarms that judge a release; those of an early one name none. */
  readonly alarms: readonly string[];
  /** Generation of the secret between CloudFront and the web ACL; null where there is no such secret. */
  readonly edgeSecret: number | null;
}

/**
 * @returns null where the stack is not there
 * @throws UnusableArguments where CloudFormation does not answer
 */
export async function findDeployedService(
  stack: string,
  client = new CloudFormationClient({ maxAttempts: 3 }),
): Promise<DeployedService | null> {
  try {
    const { Stacks: [found] = [] } = await client.send(new DescribeStacksCommand({ StackName: stack }));
    if (found === undefined) return null;
    const output = (name: string): string =>
      found.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue ?? '';
    const alarms = output(RELEASE_ALARMS)
      .split(',')
      .filter((arn) => arn !== '');
    return {
      apiUrl: output('ApiUrl'),
      alarms,
      edgeSecret: Number(output(EDGE_SECRET_GENERATION)) || null,
    };
  } catch (error) {
    // CloudFormation has no error of its own for a stack that is missing.
    if (error instanceof Error && /does not exist/.test(error.message)) return null;
    // No credentials, no region, or no rights: what follows would fail as well.
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnusableArguments(`Cannot ask CloudFormation for ${stack}: ${reason}`, { cause: error });
  } finally {
    client.destroy();
  }
}
