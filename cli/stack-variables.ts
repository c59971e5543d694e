import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  OPERATOR_VARIABLES,
  OPTIONAL_OPERATOR_VARIABLES,
  outputName,
} from '../shared/contract/operator-variables.ts';
import { WRITERS_OUTPUT, type Writers, writers } from '../shared/contract/restore.ts';
import { CommandFailure } from './failures.ts';

/**
 * The variables with which the stores of a deployed service are opened, from the outputs of its stack. Credentials and
 * region come from where the AWS SDK looks for them.
 * @throws CommandFailure when it is not the stack of a service
 */
export async function stackVariables(
  client: CloudFormationClient,
  stack: string,
): Promise<Record<string, string>> {
  const outputs = await stackOutputs(client, stack);
  const variables: Record<string, string> = {};
  for (const variable of [...OPERATOR_VARIABLES, ...OPTIONAL_OPERATOR_VARIABLES]) {
    const value = outputs.get(outputName(variable));
    if (value !== undefined) variables[variable] = value;
  }
  const missing = OPERATOR_VARIABLES.find((variable) => variables[variable] === undefined);
  if (missing !== undefined) throw incomplete(stack, outputName(missing));
  return variables;
}

/**
 * What writes to the stores of a deployed service.
 * @throws CommandFailure when the stack does not say so
 */
export async function stackWriters(client: CloudFormationClient, stack: string): Promise<Writers> {
  const described = (await stackOutputs(client, stack)).get(WRITERS_OUTPUT);
  if (described === undefined) throw incomplete(stack, WRITERS_OUTPUT);
  return writers.parse(JSON.parse(described));
}

async function stackOutputs(
  client: CloudFormationClient,
  StackName: string,
): Promise<Map<string | undefined, string | undefined>> {
  const { Stacks: [found] = [] } = await client.send(new DescribeStacksCommand({ StackName }));
  return new Map(found?.Outputs?.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
}

const incomplete = (stack: string, output: string): CommandFailure =>
  new CommandFailure(
    'STACK_INCOMPLETE',
    `Stack ${stack} has no output ${output}: name the service's stack (vms-STAGE, not vms-STAGE-data), or deploy it again with this release.`,
  );

/** A client of CloudFormation, and the region that it calls; null where none is set. */
export async function openCloudFormation(): Promise<{ client: CloudFormationClient; region: string | null }> {
  const client = new CloudFormationClient({ maxAttempts: 3 });
  return { client, region: await client.config.region().catch(() => null) };
}
