import { AsyncLocalStorage } from 'node:async_hooks';
import type fc from 'fast-check';
import { loseReplies } from '../faults/lost-replies.ts';
import { interceptCalls } from '../store-calls.ts';

/** The faults of one caller. Calls are counted from 1. */
export interface Fate {
  /** The call at which its process dies, and whether that call still takes effect. */
  dies?: { at: number; after: boolean } | undefined;
  /** The call whose first reply is lost, so that the SDK sends it again. */
  loses?: number | undefined;
}

class Death extends Error {}

/** Concurrent callers of the stores, each as if in its own process: their calls interleave in any order. */
export interface MortalCallers {
  /** Runs the work; `scheduler` decides the order of its calls. Null if its process died. */
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
    // The retry gets its reply.
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
