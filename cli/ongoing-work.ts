import { ConnectionFailure } from '../client/failure.ts';
import type { Context } from './command.ts';
import type { ApiAccess } from './service.ts';

/** What an interrupted command says about the work it was waiting for. */
interface OngoingWork {
  readonly goesOn: string;
  readonly look: string;
}

export const processingOf = (id: string): OngoingWork => ({
  goesOn: 'Processing continues',
  look: `"vms get ${id}" shows it`,
});

export const jobOf = (id: string): OngoingWork => ({
  goesOn: 'The job continues',
  look: `"vms status ${id}" shows it, "vms cancel ${id}" stops it`,
});

/** The interruption may come before the service has answered. */
export const surfaceOf = (id: string): OngoingWork => ({
  goesOn: 'If the surface was marked, tracking continues',
  look: `"vms objects ${id}" shows it`,
});

/** Waits for work that continues without this command, and says so when the user interrupts the wait or the service goes away. */
export async function awaitWork<T>(
  { terminal, signal }: Context,
  { lasting }: Pick<ApiAccess, 'lasting'>,
  { goesOn, look }: OngoingWork,
  waiting: Promise<T>,
): Promise<T> {
  try {
    return await waiting;
  } catch (error) {
    const condition = conditionAfter(error, { interrupted: signal.aborted, lasting });
    if (condition !== null) terminal.note(`${goesOn}${condition}: ${look}.`);
    throw error;
  }
}

/** What must be for the work to go on; null where it has ended. */
function conditionAfter(
  error: unknown,
  { interrupted, lasting }: { readonly interrupted: boolean; readonly lasting: boolean },
): string | null {
  if (interrupted) return lasting ? '' : ' when a service runs ("npx vms serve")';
  return error instanceof ConnectionFailure ? ' once the service is back' : null;
}
