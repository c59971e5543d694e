import { type DeliveryOutcome, isDelivered, isGone } from './delivery-outcome.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Between an attempt and the next, in milliseconds: the schedule of Standard Webhooks, whose last pause repeats. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR];
const LAST_PAUSE = 10 * HOUR;

/** From the first attempt to the latest possible one. */
export const DELIVERY_WINDOW_MS = 72 * HOUR;

/** What `Retry-After` can ask for at most. */
const LONGEST_WISH = 24 * HOUR;

/** Part of a pause by which it differs, so that attempts after an outage do not come at once. */
const JITTER = 0.1;

export interface Attempted {
  /** Attempts so far, with this one; from 1. */
  readonly attempt: number;
  /** When the first attempt was made, in milliseconds since the epoch. */
  readonly firstAt: number;
  readonly now: number;
  readonly outcome: DeliveryOutcome;
  /** Numbers in [0, 1). */
  readonly random: () => number;
}

/**
 * When to try again, in milliseconds since the epoch: never before a receiver asks for it.
 * @returns null where there is nothing more to try: the event is delivered, the receiver is gone, or the time is up
 */
export function nextAttempt({ attempt, firstAt, now, outcome, random }: Attempted): number | null {
  if (isDelivered(outcome) || isGone(outcome)) return null;
  const pause = PAUSES[attempt - 1] ?? LAST_PAUSE;
  const asked = 'status' in outcome ? Math.min(outcome.retryAfterMs ?? 0, LONGEST_WISH) : 0;
  const jitter = JITTER * random();
  const next = now + Math.max(pause * (1 - JITTER + 2 * jitter), asked * (1 + jitter));
  return next > firstAt + DELIVERY_WINDOW_MS ? null : Math.ceil(next);
}
