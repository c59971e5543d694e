import { type Job, segmentCount } from '../../shared/domain/job/job.ts';
import { FairQueue } from './fair-queue.ts';

/** Durations of detection jobs, in seconds. Workers count from 0, in the order of their first message. */
export interface SimulatedWork {
  readonly workers: number;
  /** From a worker's first message until its model is loaded. */
  startUp(worker: number): number;
  /** From then, or from the message, until the segment's result is stored: decoder start and samples. */
  segment(segment: number, job: Job): { readonly decoderStart: number; readonly samples: number };
  /** Until the next message arrives. */
  readonly message: number;
  finish(job: Job): number;
  /** Detections in each sample; default none. */
  readonly objects?: number;
}

/** The stored jobs at a time, in milliseconds from the start. */
export interface Moment {
  readonly at: number;
  /** The job that has just changed. */
  readonly job: Job;
  /** All jobs, in the given order. */
  readonly jobs: readonly Job[];
}

/** A worker's work on a message, with the finish where it goes on with that, in milliseconds from the start. */
export interface Step {
  readonly worker: number;
  /** Index of the job in the given order. */
  readonly position: number;
  readonly from: number;
  readonly to: number;
}

export interface Simulation {
  /** Every change of the jobs; each ends `completed`. */
  readonly moments: readonly Moment[];
  /** In the order of their end. */
  readonly steps: readonly Step[];
  /** Busy time of the workers, from receiving a message to the end of its work. */
  readonly workerSeconds: number;
}

/** Samples between two progress writes of a worker. */
const NOTED_SAMPLES = 10;

interface Change {
  readonly at: number;
  readonly position: number;
  readonly apply: (job: Job) => Job;
}

interface Message {
  readonly tenant: string;
  /** Indexes of the job in the list and of the segment in the job. */
  readonly position: number;
  readonly segment: number;
}

interface Worker {
  /** When its current work ends, in seconds. */
  at: number;
  /** When that began. */
  from: number;
  started: boolean;
  message: Message | undefined;
}

/**
 * Runs planned jobs, all queued at the start, on simulated workers, changing them as the stores do. The queue is a fair
 * one whose tenants are the accounts, with one message per segment; the worker of a job's last segment continues with the
 * finish.
 * @param jobs as `planJob` makes them, in the order of their start
 */
export function simulate(jobs: readonly Job[], work: SimulatedWork): Simulation {
  const changes: Change[] = [];
  const steps: Step[] = [];
  const change = (position: number, seconds: number, apply: Change['apply']): void => {
    changes.push({ at: Math.round(seconds * 1000), position, apply });
  };
  const queue = new FairQueue<Message>(
    jobs.flatMap((job, position) =>
      Array.from({ length: segmentCount(job) }, (_, segment) => ({
        tenant: job.accountId,
        position,
        segment,
      })),
    ),
  );
  const left = jobs.map(segmentCount);
  const workers = Array.from(
    { length: work.workers },
    (): Worker => ({ at: 0, from: 0, started: false, message: undefined }),
  );
  let workerSeconds = 0;

  /** Returns the time at which the segment is done. */
  const detect = (worker: Worker, { position, segment }: Message): number => {
    const job = jobs[position] as Job;
    const received = worker.at + work.message;
    worker.from = received;
    const begun = received + (worker.started ? 0 : work.startUp(workers.indexOf(worker)));
    const { decoderStart, samples } = work.segment(segment, job);
    const count = (job.boundaries[segment + 1] ?? 0) - (job.boundaries[segment] ?? 0);
    change(position, received, begunAt(received));
    let last = begun;
    for (let done = 0; ; done = Math.min(done + NOTED_SAMPLES, count)) {
      const at = begun + (done === 0 ? 0 : decoderStart + (samples * done) / count);
      change(position, at, noted(segment, done, at, at - last, work.objects ?? 0));
      last = at;
      if (done === count) break;
    }
    change(position, last, completed(segment));
    workerSeconds += last - received;
    worker.started = true;
    return last;
  };

  /** Returns the time at which the job is finished. */
  const finish = (position: number, at: number): number => {
    const seconds = work.finish(jobs[position] as Job);
    change(position, at, (job) => ({ ...job, state: 'finishing', finishingAt: Math.round(at * 1000) }));
    change(position, at + seconds, (job) => ({ ...job, state: 'completed' }));
    workerSeconds += seconds;
    return at + seconds;
  };

  for (;;) {
    const worker = workers.reduce((first, each) => (each.at < first.at ? each : first));
    if (worker.at === Number.POSITIVE_INFINITY) break;
    const { message, at } = worker;
    if (message !== undefined) {
      const segments = (left[message.position] ?? 0) - 1;
      left[message.position] = segments;
      if (segments === 0) {
        worker.at = finish(message.position, at);
        continue;
      }
      steps.push({
        worker: workers.indexOf(worker),
        position: message.position,
        from: Math.round(worker.from * 1000),
        to: Math.round(at * 1000),
      });
      queue.delete(message, at);
    }
    worker.message = queue.take(at);
    worker.at = worker.message === undefined ? Number.POSITIVE_INFINITY : detect(worker, worker.message);
  }

  const current = [...jobs];
  // Equal times keep their order.
  const moments = changes
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, position, apply }): Moment => {
      const job = apply(current[position] as Job);
      current[position] = job;
      return { at, job, jobs: [...current] };
    });
  return { moments, steps, workerSeconds };
}

const begunAt =
  (seconds: number) =>
  (job: Job): Job =>
    job.state === 'queued' ? { ...job, state: 'processing', startedAt: Math.round(seconds * 1000) } : job;

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
