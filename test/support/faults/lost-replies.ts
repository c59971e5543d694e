import type { Readable } from 'node:stream';
import { interceptAttempts, type Reply, type StoreAttempt } from '../store-calls.ts';

/** The error of a connection that breaks before the reply arrives. The SDK retries. */
export const lostReply = (): Error =>
  Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET', $metadata: {} });

/** Closes the stream of a reply without reading it. */
export function discard({ output }: Reply): void {
  (output as { Body?: Readable }).Body?.on('error', () => undefined).destroy();
}

/** Loses the replies of the attempts that `picks` selects: they take effect, but the client does not learn of it. */
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
 * @param spared how many matching attempts get their reply first
 */
export function loseNextReply(matches: (attempt: StoreAttempt) => boolean, spared = 0) {
  let left = spared;
  return loseReplies((attempt) => matches(attempt) && left-- === 0);
}
