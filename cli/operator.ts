import type { Environment } from '../shared/kernel/runtime/environment.ts';
import { systemRuntime } from '../shared/kernel/runtime/runtime.ts';
import { openAll } from '../shared/kernel/runtime/store-factories.ts';
import { OPERATOR_STORES, type OperatorStores } from '../shared/service/operator-stores.ts';
import { value } from './arguments.ts';
import { awsFailure } from './aws-failure.ts';
import type { Context } from './command.ts';
import { CommandFailure, UsageError } from './failures.ts';
import { withStores } from './service.ts';
import { text } from './values.ts';

/** The option of every command for operators. */
export const STACK_OPTION = {
  stack: value('NAME', 'Manage the service deployed as this stack (vms-STAGE)', text),
};

/** Uses the stores of a deployed service with the operator's AWS credentials, or those of the local service. */
export async function withOperatorStores<T>(
  context: Context,
  stack: string | undefined,
  use: (stores: OperatorStores, variables: Environment['variables']) => Promise<T>,
): Promise<T> {
  if (stack === undefined) {
    return withStores(context, (environment) =>
      use(openAll(OPERATOR_STORES, environment), environment.variables),
    );
  }
  // Loaded here, since a local service needs nothing of AWS.
  const { openCloudFormation, stackVariables } = await import('./stack-variables.ts');
  const { client, region } = await openCloudFormation();
  try {
    const variables = await stackVariables(client, stack);
    return await use(openAll(OPERATOR_STORES, { variables, runtime: systemRuntime }), variables);
  } catch (error) {
    throw awsFailure(error, { stack, region }) ?? error;
  }
}

/**
 * Asks before what acts on many things at once.
 * @param options `yes`: it was agreed to on the command line
 * @throws CommandFailure when the answer is no; UsageError when nobody can be asked
 */
export async function requireAgreement(
  { isInteractive, confirm }: Pick<Context, 'isInteractive' | 'confirm'>,
  question: string,
  { yes }: { yes: boolean },
): Promise<void> {
  if (yes) return;
  if (!isInteractive) throw new UsageError('Cannot ask for confirmation here: add --yes.');
  if (!(await confirm(question))) throw new CommandFailure('NOT_CONFIRMED', 'Nothing was changed.');
}
