import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { RELEASE_ALARMS } from '../../lib/release-alarms.ts';

/** A service as it is deployed, before a deployment changes it. */
export interface DeployedService {
  readonly apiUrl: string;
  /** ARNs of the alarms that judge a release. */
  readonly alarms: readonly string[];
}

/** @returns null where the stack is not there, or a release deployed it that names no alarms */
export async function findDeployedService(
  stack: string,
  client = new CloudFormationClient({ maxAttempts: 3 }),
): Promise<DeployedService | null> {
  try {
    const { Stacks: [found] = [] } = await client.send(new DescribeStacksCommand({ StackName: stack }));
    const output = (name: string): string =>
      found?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue ?? '';
    const alarms = output(RELEASE_ALARMS)
      .split(',')
      .filter((arn) => arn !== '');
    return alarms.length === 0 ? null : { apiUrl: output('ApiUrl'), alarms };
  } catch (error) {
    // CloudFormation has no error of its own for a stack that is missing.
    if (error instanceof Error && /does not exist/.test(error.message)) return null;
    throw error;
  } finally {
    client.destroy();
  }
}
