import { AsyncLocalStorage } from 'node:async_hooks';
import type fc from 'fast-check';
import { dynamodb } from '../../../shared/stores/dynamodb/client.ts';

/** What becomes of the calls to DynamoDB that one piece of work makes; they are counted from 1. */
export interface Fate {
  /** The call at which its process dies. */
  dies?: { at: number; after: boolean } | undefined;
  /** The call that takes effect but whose reply is lost, so that the SDK sends it again. */
  loses?: number | undefined;
}

class Death extends Error {}

const lostReply = () =>
  Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });

/** Pieces of work that call DynamoDB as processes of their own would: in any order, and each with a fate of its own. */
export interface MortalCallers {
  /** Does the work, its calls in the order that `scheduler` decides. Null where it died. */
  run<T>(scheduler: fc.Scheduler, fate: Fate, work: () => Promise<T>): Promise<T | null>;
}

export function mortalCallers(): MortalCallers {
  const current = new AsyncLocalStorage<Fate & { scheduler: fc.Scheduler; calls: number; call?: number }>();
  const { middlewareStack } = dynamodb();

  middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const caller = current.getStore();
        if (caller === undefined) return next(args);
        await caller.scheduler.schedule(Promise.resolve(), commandName);
        const call = ++caller.calls;
        const { at, after } = caller.dies ?? { at: Number.POSITIVE_INFINITY, after: false };
        if (call < at) return current.run({ ...caller, call }, () => next(args));
        if (call === at && after) await next(args);
        throw new Death(`${commandName} is call ${call}`);
      },
    { step: 'initialize', priority: 'high', name: 'mortalCallers' },
  );
  middlewareStack.add(
    (next) => async (args) => {
      const answer = await next(args);
      const caller = current.getStore();
      if (caller?.call === undefined || caller.call !== caller.loses) return answer;
      // Only the first attempt's.
      delete caller.loses;
      throw lostReply();
    },
    { step: 'deserialize', priority: 'low', name: 'lostReplies' },
  );

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
