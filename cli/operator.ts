import type { Writers } from '../shared/contract/restore.ts';
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
  return withStack(stack, (environment) => use(openAll(OPERATOR_STORES, environment), environment.variables));
}

/**
 * Uses a deployed service with the operator's AWS credentials.
 * @param use gets what its stores are opened with, and what finds out what writes to them
 */
export async function withStack<T>(
  stack: string,
  use: (environment: Environment, writers: () => Promise<Writers>) => Promise<T>,
): Promise<T> {
  // Loaded here, since a local service needs nothing of AWS.
  const { openCloudFormation, stackVariables, stackWriters } = await import('./stack-variables.ts');
  const { client, region } = await openCloudFormation();
  try {
    const variables = await stackVariables(client, stack);
    return await use({ variables, runtime: systemRuntime }, () => stackWriters(client, stack));
  } catch (error) {
    throw awsFailure(error, { stack, region }) ?? error;
  }
}

/** @throws UsageError when nobody can be asked */
export function requireAskable({ isInteractive }: Pick<Context, 'isInteractive'>): void {
  if (!isInteractive) throw new UsageError('Cannot ask for confirmation here: add --yes.');
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
  requireAskable({ isInteractive });
  if (!(await confirm(question))) throw new CommandFailure('NOT_CONFIRMED', 'Nothing was changed.');
}
