import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { SCOPES } from '../../shared/contract/scopes.ts';
import { systemRuntime } from '../../shared/kernel/runtime/runtime.ts';
import { createKey } from '../../test/support/service/create-key.ts';
import type { Deployment } from '../deployment/deploy.ts';
import type { SessionCredentials } from '../proxy/issued-credentials.ts';

const VMS = path.resolve(import.meta.dirname, '../../cli/vms.js');

/** The output that names what operators may do every day. */
const OPERATOR_POLICY = 'OperatorPolicyArn';

/** Someone with a role that has policies of the stack, and nothing else. */
export interface Operator {
  /** Runs a command of `vms` on the stack. @returns what it prints as JSON */
  run(...command: string[]): Promise<unknown>;
  /** The same, with a line for its standard input. */
  runWithInput(input: string, ...command: string[]): Promise<unknown>;
}

/**
 * The operator of a deployment; null where its stacks have no policy for operators.
 * @param vms the command, of this checkout if none is given
 */
export const operatorOf = (deployment: Deployment, vms = VMS): Operator | null =>
  underPolicy(deployment, { policies: [OPERATOR_POLICY], role: 'operators', vms });

/** Who may restore a deployment, and nothing else; null where its stacks have no policy for that. */
export const restorerOf = (deployment: Deployment): Operator | null =>
  underPolicy(deployment, { policies: ['RestorePolicyArn'], role: 'restorers' });

/** An operator who may export accounts as well; null where the stacks have no policy for that. */
export const exporterOf = (deployment: Deployment): Operator | null =>
  underPolicy(deployment, { policies: ['ExportPolicyArn', OPERATOR_POLICY], role: 'exporters' });

/** An operator who may erase accounts as well; null where the stacks have no policy for that. */
export const eraserOf = (deployment: Deployment): Operator | null =>
  underPolicy(deployment, { policies: ['ErasurePolicyArn', OPERATOR_POLICY], role: 'erasers' });

function underPolicy(
  { outputs, access, issued, endpoint, stores }: Deployment,
  { policies, role, vms = VMS }: { policies: readonly string[]; role: string; vms?: string },
): Operator | null {
  const [stack, values] =
    Object.entries(outputs).find(([, values]) => policies.every((output) => values[output] !== undefined)) ??
    [];
  if (stack === undefined) return null;
  const roleArn = `arn:aws:iam::111122223333:role/${role}`;
  for (const output of policies) access.attach(roleArn, values?.[output] ?? '');
  const credentials = issued.issue({ name: `one of the ${role}`, principal: { roleArn } });
  const env = { PATH: process.env.PATH, ...variablesOf(credentials, endpoint, stores.region) };
  const runWithInput = async (input: string, ...command: string[]): Promise<unknown> => {
    const args = [vms, ...command, '--stack', stack, '--json'];
    const running = promisify(execFile)(process.execPath, args, { env });
    running.child.stdin?.end(input);
    return JSON.parse((await running).stdout);
  };
  return { run: (...command) => runWithInput('', ...command), runWithInput };
}

const variablesOf = (credentials: SessionCredentials, endpoint: string, region: string) => ({
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  AWS_SESSION_TOKEN: credentials.sessionToken,
  AWS_ENDPOINT_URL: endpoint,
  AWS_REGION: region,
});

/** Makes a key: by the operator's command, or in the stores where the stacks have no policy for operators. */
export async function keyFor(
  operator: Operator | null,
  account: string,
  projectIds: string[] | null,
): Promise<string> {
  if (operator === null) {
    const environment = { variables: process.env, runtime: systemRuntime };
    return (await createKey(environment, { account, projectIds })).secret;
  }
  const restriction = projectIds === null ? [] : ['--projects', projectIds.join(',')];
  const made = await operator.run(
    'keys',
    'create',
    '--account',
    account,
    '--scopes',
    SCOPES.join(','),
    ...restriction,
  );
  return (made as { secret: string }).secret;
}
