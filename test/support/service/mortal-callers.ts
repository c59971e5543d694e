import { AsyncLocalStorage } from 'node:async_hooks';
import type fc from 'fast-check';
import { loseReplies } from '../faults/lost-replies.ts';
import { interceptCalls } from '../store-calls.ts';

/** What becomes of the calls to the stores that one piece of work makes; they are counted from 1. */
export interface Fate {
  /** The call at which its process dies. */
  dies?: { at: number; after: boolean } | undefined;
  /** The call that takes effect but whose reply is lost, so that the SDK sends it again. */
  loses?: number | undefined;
}

class Death extends Error {}

/** Pieces of work that call the stores as processes of their own would: in any order, and each with a fate of its own. */
export interface MortalCallers {
  /** Does the work, its calls in the order that `scheduler` decides. Null where it died. */
  run<T>(scheduler: fc.Scheduler, fate: Fate, work: () => Promise<T>): Promise<T | null>;
}

export function mortalCallers(): MortalCallers {
  const current = new AsyncLocalStorage<Fate & { scheduler: fc.Scheduler; calls: number; call?: number }>();

  interceptCalls(async ({ command }, proceed) => {
    const caller = current.getStore();
    if (caller === undefined) return proceed();
    await caller.scheduler.schedule(Promise.resolve(), command);
    const call = ++caller.calls;
    const { at, after } = caller.dies ?? { at: Number.POSITIVE_INFINITY, after: false };
    if (call < at) return current.run({ ...caller, call }, () => proceed());
    if (call === at && after) await proceed();
    throw new Death(`${command} is call ${call}`);
  });
  loseReplies(() => {
    const caller = current.getStore();
    if (caller?.call === undefined || caller.call !== caller.loses) return false;
    // Only the first attempt's.
    delete caller.loses;
    return true;
  });

  return {
    run: (scheduler, fate, work) =>
      current.run({ ...fate, scheduler, calls: 0 }, () =>
        work().catch((error: unknown) => {
          if (error instanceof Death) return null;
          throw error;
        }),
      ),
  };
}
