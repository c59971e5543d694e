import { type Place, placeOf } from '../../shared/domain/job/distinct-sketch.ts';
import { packed, unpacked } from '../../shared/domain/job/packed-sketch.ts';
import { NO_WORKERS, shareOf, WorkerNotes } from '../../shared/domain/job/worker-sketch.ts';
import { seededRandom } from '../../shared/kernel/random/seeded-random.ts';

/** What the simulated workers are like. Times are in seconds. */
export interface WorkerTraits {
  /** Of a step, up to a fifth more or less. */
  readonly step: number;
  /** Most between the reading and the writing of a report, in which another's write may come. */
  readonly latency: number;
  /** How far clocks are off at most, either way. */
  readonly skew: number;
  /** Whether accounts take turns; otherwise each step is for any of them. */
  readonly turns: boolean;
  /** How many of the workers never get a report through. */
  readonly losing: number;
}

const TRAITS: WorkerTraits = { step: 7.5, latency: 0.1, skew: 0, turns: true, losing: 0 };

interface Worker {
  /** When its next step begins. */
  at: number;
  readonly notes: WorkerNotes;
  readonly clock: number;
  readonly loses: boolean;
}

interface Write {
  readonly at: number;
  readonly worker: Worker;
  readonly bytes: Uint8Array;
  /** The version that it was made from. */
  readonly read: number;
  readonly isRepeated: boolean;
}

/** Workers on a queue in which accounts always have work, who report as those of the service do, by one item. */
export class WorkerQueue {
  readonly #random: () => number;
  readonly #traits: WorkerTraits;
  readonly #staff: Worker[] = [];
  readonly #tenants: Place[] = [];
  #pending: Write[] = [];
  #now = 0;
  #taken = 0;
  #version = 0;
  #stored = NO_WORKERS;
  /** Attempts to write, of which each is paid for. */
  writes = 0;
  reads = 0;

  constructor(seed: number, traits: Partial<WorkerTraits> = {}) {
    this.#random = seededRandom(seed);
    this.#traits = { ...TRAITS, ...traits };
  }

  /** The first of the workers and accounts go on for so long; the others are gone. */
  work(workers: number, accounts: number, seconds: number): this {
    const { step, skew, turns, losing } = this.#traits;
    while (this.#staff.length < workers)
      this.#staff.push({
        at: this.#now + step * this.#random(),
        notes: new WorkerNotes(this.#place()),
        clock: skew * (2 * this.#random() - 1),
        loses: this.#staff.length < losing,
      });
    while (this.#tenants.length < accounts) this.#tenants.push(this.#place());
    const end = this.#now + seconds;
    const steps = this.#staff.slice(0, workers).flatMap((worker) => {
      const own: { at: number; length: number; worker: Worker }[] = [];
      for (; worker.at < end; worker.at += own.at(-1)?.length ?? step)
        own.push({ at: worker.at, length: step * (0.8 + 0.4 * this.#random()), worker });
      return own;
    });
    for (const { at, length, worker } of steps.sort((a, b) => a.at - b.at)) {
      this.#settle(at);
      const next = turns ? this.#taken++ % accounts : Math.floor(accounts * this.#random());
      if (worker.notes.beginStep(this.#tenants[next] ?? '', at + worker.clock)) this.#report(worker, at);
      worker.notes.endStep(length);
      worker.notes.pace = 2;
    }
    this.#settle(end);
    this.#now = end;
    return this;
  }

  /** The workers that the first account can count on. */
  share(): number | null {
    return shareOf(this.#stored, this.#tenants[0] ?? '', this.#now).workers;
  }

  #place(): Place {
    return placeOf(Uint8Array.from({ length: 3 }, () => 256 * this.#random()));
  }

  #report(worker: Worker, at: number, isRepeated = false): void {
    this.reads++;
    const now = at + worker.clock;
    const sketch = worker.notes.reportTo(this.#stored, now);
    if (sketch === null) return;
    this.writes++;
    this.#pending.push({
      at: at + this.#traits.latency * this.#random(),
      worker,
      bytes: packed(sketch, now),
      read: this.#version,
      isRepeated,
    });
  }

  /** Makes the writes that have come by then, each if nothing was written since it was read. */
  #settle(until: number): void {
    for (;;) {
      const next = this.#pending.reduce<Write | null>((a, b) => (a !== null && a.at <= b.at ? a : b), null);
      if (next === null || next.at > until) return;
      this.#pending = this.#pending.filter((write) => write !== next);
      const { at, worker, bytes, read, isRepeated } = next;
      if (read === this.#version && !worker.loses) {
        this.#stored = unpacked(bytes);
        this.#version++;
      } else if (!isRepeated) this.#report(worker, at, true);
    }
  }
}
