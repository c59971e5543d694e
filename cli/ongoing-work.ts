import type { Context } from './command.ts';
import type { ApiAccess } from './service.ts';

/** What a command that waits for some work says of it when it is interrupted. */
interface OngoingWork {
  readonly goesOn: string;
  readonly look: string;
}

export const processingOf = (id: string): OngoingWork => ({
  goesOn: 'The video is processed all the same',
  look: `"vms get ${id}" shows it`,
});

export const jobOf = (id: string): OngoingWork => ({
  goesOn: 'The job goes on',
  look: `"vms status ${id}" shows it, "vms cancel ${id}" ends it`,
});

/** Waits for work that goes on without this command, and says so where the user has enough of waiting. */
export async function awaitWork<T>(
  { terminal, signal }: Context,
  { lasting }: Pick<ApiAccess, 'lasting'>,
  { goesOn, look }: OngoingWork,
  waiting: Promise<T>,
): Promise<T> {
  try {
    return await waiting;
  } catch (error) {
    if (signal.aborted) {
      const condition = lasting ? '' : ' when a service runs ("npx vms serve")';
      terminal.note(`${goesOn}${condition}: ${look}.`);
    }
    throw error;
  }
}
