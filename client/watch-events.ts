import type { EventType } from '../shared/contract/events.ts';
import { listEvents } from '../shared/contract/routes/events.ts';
import type { ServiceEvent } from './answers.ts';
import type { Client } from './client.ts';

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
}

/**
 * The events of the account, each once and in its order, as they happen: until the loop is left, or `signal` aborts. A reader that
 * keeps the sequence of the last event it has worked on goes on with `after`.
 * @throws as `Client.call`; the reason of `signal`
 */
export async function* watchEvents(
  client: Client,
  { after, types, videoId, signal }: EventOptions = {},
): AsyncGenerator<ServiceEvent, void> {
  const ended = signal === undefined ? {} : { signal };
  const filter = { ...(types && { types: types.join(',') }), ...(videoId && { videoId }) };
  let position = after ?? (await client.call(listEvents, { query: { limit: 1 }, ...ended })).newest;
  for (;;) {
    signal?.throwIfAborted();
    const query = { ...filter, after: position, wait: WAIT_SECONDS };
    const { events, next } = await client.call(listEvents, { query, ...ended });
    yield* events;
    position = next;
  }
}
