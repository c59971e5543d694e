import type { EventType } from '../shared/contract/events.ts';
import { listEvents } from '../shared/contract/routes/events.ts';
import type { ServiceEvent } from './answers.ts';
import type { Client } from './client.ts';
import { ConnectionFailure } from './failure.ts';
import type { PollOptions } from './poll.ts';
import { systemWait } from './with-retries.ts';

/** The longest that the service waits, seconds. */
const WAIT_SECONDS = 20;

export interface EventOptions {
  /** Sequence of the last event that the reader has; by default what happens from now on is watched. */
  after?: number | undefined;
  /** The only types to watch; all by default. */
  types?: readonly EventType[] | undefined;
  /** The only video to watch. */
  videoId?: string | undefined;
  /** Ends the watch. */
  signal?: AbortSignal | undefined;
  /** Waits where the service is away; rejects when `signal` aborts. */
  wait?: PollOptions['wait'];
}

/** Milliseconds between two looks for a service that has been there. */
const AWAY_MS = 5000;

/**
 * The events of the account, each once and in its order, as they happen: until the loop is left, or `signal` aborts; a service
 * that is away for a time, as in a restart, is waited for. A reader that keeps the sequence of the last event it has worked
 * on goes on with `after`.
 * @throws as `Client.call`; ConnectionFailure only at the beginning; the reason of `signal`
 */
export async function* watchEvents(
  client: Client,
  { after, types, videoId, signal, wait = systemWait }: EventOptions = {},
): AsyncGenerator<ServiceEvent, void> {
  const ended = signal === undefined ? {} : { signal };
  const filter = { ...(types && { types: types.join(',') }), ...(videoId && { videoId }) };
  let position = after ?? (await client.call(listEvents, { query: { limit: 1 }, ...ended })).newest;
  let isFound = after === undefined;
  for (;;) {
    signal?.throwIfAborted();
    const query = { ...filter, after: position, wait: WAIT_SECONDS };
    const page = await client.call(listEvents, { query, ...ended }).catch((error: unknown) => {
      if (isFound && isAway(error)) return null;
      throw error;
    });
    if (page === null) {
      await wait(AWAY_MS, signal);
      continue;
    }
    isFound = true;
    yield* page.events;
    position = page.next;
  }
}

/** Nothing answers now; at this address the service has answered before. */
const isAway = (error: unknown): boolean =>
  error instanceof ConnectionFailure && (error.reason === 'absent' || error.reason === 'broken');
