import type { Timer } from '../../../local/sqs/arrivals.ts';

/** A clock for queues alone: it runs as all others do, and can be put forward. */
interface QueueClock {
  /** Unix milliseconds. */
  now(): number;
  readonly timer: Timer;
  advance(milliseconds: number): void;
}

const LOOK_MS = 20;

export function queueClock(): QueueClock {
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  return {
    now,
    // Long polls end by this clock, too.
    timer(delayMs, callback) {
      const due = now() + delayMs;
      const look = setInterval(() => {
        if (now() < due) return;
        clearInterval(look);
        callback();
      }, LOOK_MS);
      return () => clearInterval(look);
    },
    advance(milliseconds) {
      ahead += milliseconds;
    },
  };
}
