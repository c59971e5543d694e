import { LIMITS } from '../../contract/limits.ts';
import type { ServiceEvent } from '../../contract/schemas/event.ts';
import { mayAccess, type Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openEventReader } from '../../stores/events/event-log.ts';

export const EVENT_STORES = { log: openEventReader };

interface EventRequest {
  readonly after: number;
  /** With commas between them. */
  readonly types?: string | undefined;
  readonly videoId?: string | undefined;
  readonly limit: number;
  /** Seconds. */
  readonly wait: number;
}

export interface EventPage {
  readonly events: ServiceEvent[];
  readonly next: number;
  readonly hasMore: boolean;
  readonly newest: number;
  readonly missed: number;
}

/** Events that a request looks at for those that pass its filter. */
const LOOKED_AT = 10 * LIMITS.listedEvents;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 1000;

/** Whether the caller may see an event: a key for some videos, those of these videos alone. */
export const isVisible = (principal: Principal, { data }: Pick<ServiceEvent, 'data'>): boolean =>
  mayAccess(principal, data.videoId ?? null);

/**
 * The events of the caller's account behind a sequence that pass the filter, oldest first. Where there are none it waits, for as
 * long as the request allows.
 */
export async function listEvents(
  { log, environment }: Opened<typeof EVENT_STORES>,
  principal: Principal,
  { after, types, videoId, limit, wait }: EventRequest,
): Promise<EventPage> {
  const { runtime, stopping } = environment;
  const { accountId } = principal;
  const until = runtime.elapsed() + wait * 1000;
  const chosen = types?.split(',');
  const isWanted = (event: ServiceEvent): boolean =>
    (chosen === undefined || chosen.includes(event.type)) &&
    (videoId === undefined || event.data.videoId === videoId) &&
    isVisible(principal, event);

  const isFiltered = types !== undefined || videoId !== undefined || !mayAccess(principal, null);
  let position = after;
  let missed = 0;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, 2 * pause)) {
    const newest = await log.newest(accountId);
    const found =
      newest > position ? await log.after(accountId, position, isFiltered ? LOOKED_AT : limit) : [];
    // What is not there any more has expired, from the oldest on.
    missed += Math.max(0, (found[0]?.sequence ?? newest + 1) - position - 1);
    const events = found.filter(isWanted).slice(0, limit);
    const passed = events.length === limit ? events : found;
    position = passed.at(-1)?.sequence ?? Math.max(position, newest);
    const left = until - runtime.elapsed();
    if (events.length > 0 || position < newest || left <= 0 || stopping?.aborted) {
      return {
        events,
        next: position,
        hasMore: position < newest,
        newest: Math.max(newest, events.at(-1)?.sequence ?? 0),
        missed,
      };
    }
    await runtime.sleep(Math.min(pause, left), stopping);
  }
}
