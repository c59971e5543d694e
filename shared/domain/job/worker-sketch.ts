import {
  type DistinctSketch,
  EMPTY_SKETCH,
  estimatedCount,
  type Memory,
  type Place,
  refreshed,
  remembered,
} from './distinct-sketch.ts';
import type { Backlog } from './progress.ts';

/** The detection workers and the accounts that they work for, as far as estimates need them. */
export interface WorkerSketch {
  readonly workers: DistinctSketch;
  readonly accounts: DistinctSketch;
  /** Means over the workers of the sketch; null: not known yet. */
  readonly means: WorkerMeans;
}

interface WorkerMeans {
  /** Seconds that a worker takes for a planned second. */
  readonly pace: number | null;
  /** Seconds that a step takes. */
  readonly step: number | null;
}

export const NO_WORKERS: WorkerSketch = {
  workers: EMPTY_SKETCH,
  accounts: EMPTY_SKETCH,
  means: { pace: null, step: null },
};

const LEAST_INTERVAL_SECONDS = 20;
/** So that all workers together make four writes a second at most, though each stores but one place. */
const INTERVAL_SECONDS_PER_PLACE = 0.25;
/** What two reports in a row have not named is gone. */
const REMEMBERED_INTERVALS = 3;
/** An account is gone when the workers have since taken this many times as many steps as there are accounts. */
const REMEMBERED_ROUNDS = 3;
/** So many of its latest steps a worker keeps in mind to know by itself which accounts are gone. */
const MOST_TURNS = 64;

/** Seconds between two reports of a worker: from 20 to 32. */
const reportInterval = ({ workers, accounts }: WorkerSketch): number =>
  Math.max(
    LEAST_INTERVAL_SECONDS,
    INTERVAL_SECONDS_PER_PLACE * (Object.keys(workers.seen).length + Object.keys(accounts.seen).length),
  );

/** A worker reports when it begins a step, thus not while it takes a long one. */
const workerMemory = (sketch: WorkerSketch): Memory => ({
  seconds: REMEMBERED_INTERVALS * Math.max(reportInterval(sketch), sketch.means.step ?? 0),
  perMember: 0,
});

/** With fewer workers than accounts an account is not seen again before all others have had their turn. */
function accountMemory(sketch: WorkerSketch, now: number): Memory {
  const memory = workerMemory(sketch);
  const workers = Math.max(1, estimatedCount(sketch.workers, now, memory));
  return { ...memory, perMember: (REMEMBERED_ROUNDS * (sketch.means.step ?? 0)) / workers };
}

/** The workers that an account can count on when all accounts with work have the same share, and their pace. */
export function shareOf(
  sketch: WorkerSketch,
  account: Place,
  now: number,
): Pick<Backlog, 'workers' | 'pace'> {
  const workers = estimatedCount(sketch.workers, now, workerMemory(sketch));
  if (workers === 0) return { workers: null, pace: null };
  const memory = accountMemory(sketch, now);
  const known = new Set(remembered(sketch.accounts, now, memory).map(([place]) => place)).add(account);
  const accounts = Math.max(known.size, estimatedCount(sketch.accounts, now, memory));
  return { workers: workers / accounts, pace: sketch.means.pace };
}

/** What a worker has seen since its last report, for the next one. Times are in seconds since the epoch. */
export class WorkerNotes {
  readonly #worker: Place;
  #since = nothingSeen();
  #due = this.#since;
  readonly #turns: { readonly account: Place; readonly at: number }[] = [];
  #reportedAt = Number.NEGATIVE_INFINITY;
  #interval = LEAST_INTERVAL_SECONDS;
  #isPaceMissing = false;
  /** Seconds that this worker takes for a planned second; null: not known yet. */
  pace: number | null = null;

  constructor(worker: Place) {
    this.#worker = worker;
  }

  /** @returns whether it is time for a report: after an interval, or with the first pace of all workers */
  beginStep(account: Place, now: number): boolean {
    this.#since.accounts.set(account, now);
    this.#turns.push({ account, at: now });
    if (this.#turns.length > MOST_TURNS) this.#turns.shift();
    // The clock may have been set back.
    const isOver = Math.abs(now - this.#reportedAt) >= this.#interval;
    if (!isOver && !(this.#isPaceMissing && this.pace !== null)) return false;
    this.#reportedAt = now;
    this.#isPaceMissing = false;
    this.#due = this.#since;
    this.#since = nothingSeen();
    return true;
  }

  endStep(seconds: number): void {
    this.#since.steps++;
    this.#since.seconds += seconds;
  }

  /** @returns the sketch with the report that is due; null where it adds nothing */
  reportTo(sketch: WorkerSketch, now: number): WorkerSketch | null {
    const every = reportInterval(sketch);
    const memory = workerMemory(sketch);
    const self = new Map([[this.#worker, now]]);
    const workers = refreshed(sketch.workers, self, now, { ...memory, every: 0 });
    const accounts = refreshed(sketch.accounts, this.#due.accounts, now, {
      ...accountMemory(sketch, now),
      since: this.#roundsBegan(),
      every,
    });
    const others = remembered(sketch.workers, now, memory).filter(([place]) => place !== this.#worker);
    const { steps, seconds } = this.#due;
    const { pace, step } = sketch.means;
    const means = {
      pace: runningMean(pace, this.pace, others.length),
      step: runningMean(step, steps === 0 ? null : seconds / steps, others.length),
    };
    this.#interval = every;
    this.#isPaceMissing = means.pace === null;
    if (workers === null && accounts === null) return null;
    return { workers: workers ?? sketch.workers, accounts: accounts ?? sketch.accounts, means };
  }

  /**
   * Since when this worker has seen each account several times on average, and all that there are with it: few of many may be
   * left, of which the sketch at its rate has none.
   */
  #roundsBegan(): number {
    const accounts = new Set<Place>();
    let steps = 0;
    for (const { account, at } of this.#turns.toReversed()) {
      accounts.add(account);
      if (++steps >= REMEMBERED_ROUNDS * (accounts.size + 1)) return at;
    }
    return Number.NEGATIVE_INFINITY;
  }
}

const nothingSeen = () => ({ accounts: new Map<Place, number>(), steps: 0, seconds: 0 });

/** The mean over about as many reports as there are workers in the sketch, to three decimals. */
const runningMean = (mean: number | null, own: number | null, others: number): number | null =>
  own === null ? mean : Number((((mean ?? own) * others + own) / (others + 1)).toFixed(3));
