import type { Readable } from 'node:stream';
import { interceptAttempts, type Reply, type StoreAttempt } from '../store-calls.ts';

/** The error of a connection that breaks before the reply has arrived. The SDK tries again. */
export const lostReply = (): Error =>
  Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET', $metadata: {} });

/** Leaves a reply unread. */
export function discard({ output }: Reply): void {
  (output as { Body?: Readable }).Body?.destroy();
}

/** Loses the replies of the attempts that `picks` chooses: each takes effect, and the client cannot know it. */
export function loseReplies(
  picks: (attempt: StoreAttempt) => boolean,
): Disposable & { readonly commands: string[] } {
  const commands: string[] = [];
  const interception = interceptAttempts(async (attempt, proceed) => {
    const reply = await proceed();
    if (!picks(attempt)) return reply;
    discard(reply);
    commands.push(attempt.command);
    throw lostReply();
  });
  return Object.assign(interception, { commands });
}

/**
 * Loses one reply.
 * @param spared how many attempts that match get theirs before
 */
export function loseNextReply(matches: (attempt: StoreAttempt) => boolean, spared = 0) {
  let left = spared;
  return loseReplies((attempt) => matches(attempt) && left-- === 0);
}
