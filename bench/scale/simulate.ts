import { type Job, segmentCount } from '../../shared/domain/job.ts';

/** What a detection job takes; all in seconds. Workers count from 0, in the order of their first message. */
export interface SimulatedWork {
  readonly workers: number;
  /** From a worker's first message until its model is loaded. */
  startUp(worker: number): number;
  /** From there, or from the message, until the outcome of the segment is stored: starting the decoder, and the samples. */
  segment(segment: number): { readonly decoderStart: number; readonly samples: number };
  /** Until the next message is there. */
  readonly message: number;
  readonly finish: number;
  /** In each frame that is looked at; default none. */
  readonly objects?: number;
}

/** A job as it is stored at a moment, in milliseconds since the beginning. */
export interface Moment {
  readonly at: number;
  readonly job: Job;
}

export interface Simulation {
  /** Every change of the job, the last one to `completed`. */
  readonly moments: readonly Moment[];
  /** Of the workers, from receiving a message to being done with it. */
  readonly workerSeconds: number;
}

/** Samples between two notes of a worker (`run-segment.ts`). */
const NOTED_SAMPLES = 10;

interface Change {
  readonly at: number;
  readonly apply: (job: Job) => Job;
}

/**
 * Runs a planned job on simulated workers, changing it as the stores do: one message a segment, each to the worker that
 * is free first, and the finish when all are done.
 * @param job as `planJob` makes it
 */
export function simulate(job: Job, work: SimulatedWork): Simulation {
  const changes: Change[] = [];
  const change = (seconds: number, apply: Change['apply']): void => {
    changes.push({ at: Math.round(seconds * 1000), apply });
  };
  const free = Array.from({ length: work.workers }, () => work.message);
  const started = new Set<number>();
  let workerSeconds = work.finish;
  for (let segment = 0; segment < segmentCount(job); segment++) {
    const worker = free.indexOf(Math.min(...free));
    const received = free[worker] ?? 0;
    const begun = received + (started.has(worker) ? 0 : work.startUp(worker));
    started.add(worker);
    const { decoderStart, samples } = work.segment(segment);
    const count = (job.boundaries[segment + 1] ?? 0) - (job.boundaries[segment] ?? 0);
    if (segment === 0) {
      change(received, (now) => ({ ...now, state: 'processing', startedAt: Math.round(received * 1000) }));
    }
    let last = begun;
    for (let done = 0; ; done = Math.min(done + NOTED_SAMPLES, count)) {
      const at = begun + (done === 0 ? 0 : decoderStart + (samples * done) / count);
      change(at, noted(segment, done, at, at - last, work.objects ?? 0));
      last = at;
      if (done === count) break;
    }
    change(last, completed(segment));
    free[worker] = last + work.message;
    workerSeconds += last - received;
  }
  const finishing = Math.max(...free);
  change(finishing, (now) => ({ ...now, state: 'finishing', finishingAt: Math.round(finishing * 1000) }));
  change(finishing + work.finish, (now) => ({ ...now, state: 'completed' }));

  let current = job;
  // Equal times keep their order.
  const moments = changes
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, apply }): Moment => {
      current = apply(current);
      return { at, job: current };
    });
  return { moments, workerSeconds };
}

const noted =
  (segment: number, samples: number, at: number, worked: number, objects: number) =>
  (job: Job): Job => ({
    ...job,
    samplesDone: { ...job.samplesDone, [segment]: samples },
    objectsSeen: { ...job.objectsSeen, [segment]: objects },
    working: { ...job.working, [segment]: Math.round(at * 1000) },
    workedMs: { ...job.workedMs, 0: (job.workedMs[0] ?? 0) + Math.round(worked * 1000) },
  });

const completed =
  (segment: number) =>
  (job: Job): Job => {
    const { [segment]: _, ...working } = job.working;
    return { ...job, done: new Set([...job.done, segment]), working };
  };
