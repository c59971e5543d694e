import { type Job, passes, segmentCount } from './job.ts';
import { START_SECONDS } from './plan-segments.ts';
import { Schedule } from './schedule.ts';

/** The queue ahead of a job, and the workers it shares. */
export interface Backlog {
  /** The active jobs of its account that were started before it, in that order. */
  readonly ahead: readonly Job[];
  /** The account's share of the workers under fair scheduling, below 1 when it has one only at times; null: unknown. */
  readonly workers: number | null;
  /** Seconds that workers currently take for a planned second, until the job has measured its own pace; null: unknown. */
  readonly pace: number | null;
}

const ALONE: Backlog = { ahead: [], workers: null, pace: null };

/** Seconds of one reference core that tracking and committing take (`npm run bench -- scale` measures them). */
const FINISH = { base: 0.5, perSegment: 0.025, perSample: 0.00003, perDetection: 0.00003 } as const;

/** The work of one pass over the segments, in seconds of planned work, and its pace so far. */
interface Pass {
  /** Work of each segment that no worker has taken. */
  readonly waiting: number[];
  /** Work left of each segment in progress, with the time of the worker's last report. */
  readonly inHand: { work: number; at: number }[];
  /** Planned work that is done. */
  readonly done: number;
  /** Seconds that workers took for `done`. */
  readonly worked: number;
}

/** Share of the planned work that is done, 0–1. It never decreases, since `samplesDone` never does. */
export function workShare(job: Job): number {
  const done = allPasses(job).reduce((sum, pass) => sum + pass.done, 0);
  const all = passes(job) * job.segmentSeconds.reduce((sum, seconds) => sum + seconds, 0);
  return all === 0 ? 0 : Math.min(1, done / all);
}

/**
 * Seconds until an active job completes; never negative.
 *
 * The work left of the jobs ahead and of the job itself is scheduled on the account's workers in the order of the queue. A
 * segment takes its planned work times the pace so far: the time that workers took divided by the work they did, without
 * starting processes and loading models. Between two reports a segment is assumed to progress at that pace. The finish
 * takes its planned time, on the worker that completes the last segment.
 *
 * The estimate holds as long as the number of workers stays the same, the workers are equally fast, and the plan weighs
 * the segments correctly. Before the first report the pace of the backlog counts, or 1 where that is unknown; before the
 * first report on naming, naming counts like detection.
 */
export function remainingSeconds(
  job: Job,
  now: number,
  { ahead, workers, pace: known }: Backlog = ALONE,
): number {
  if (job.state === 'finishing') return finishLeft(job, now);
  const jobs = [...ahead, job];
  const share = workersOf(jobs, now, workers);
  const schedule = new Schedule(Math.max(1, Math.round(share)));
  // An account with less than one worker waits for its share.
  const turn = Math.max(1, 1 / share);
  let pace = known ?? 1;
  const work = jobs.flatMap((each) =>
    allPasses(each).map((pass) => {
      if (pass.done > 0 && pass.worked > 0) pace = paceOf(pass, known);
      return {
        each,
        inHand: pass.inHand.map(({ work, at }) => Math.max(0, work * pace - secondsBetween(at, now))),
        waiting: pass.waiting.map((seconds) => seconds * pace * turn),
      };
    }),
  );
  const ends = work.map(({ inHand }) => schedule.takeUp(inHand));
  let end = 0;
  work.forEach(({ each, waiting }, i) => {
    // Naming starts after tracking; the next job need not wait for the previous one.
    const from = work[i - 1]?.each === each ? end : 0;
    const unitsEnd = schedule.add(waiting, Math.max(from, ends[i] ?? 0), from);
    end = schedule.goOn(unitsEnd, each.state === 'finishing' ? finishLeft(each, now) : finishSeconds(each));
  });
  return end;
}

/** The first seconds of a pass say little: the known pace of the workers has the weight of this many seconds. */
const KNOWN_SECONDS = 2;

const paceOf = ({ done, worked }: Pass, known: number | null): number =>
  known === null ? worked / done : (worked + known * KNOWN_SECONDS) / (done + KNOWN_SECONDS);

/** Seconds that workers took for a planned second in the detection of a job; null before the first report. */
export function detectionPace(job: Job): number | null {
  const [{ done, worked } = { done: 0, worked: 0 }] = allPasses(job);
  return done > 0 && worked > 0 ? worked / done : null;
}

/** Never negative, even when the clocks of two machines differ. */
const secondsBetween = (from: number, to: number): number => Math.max(0, to - from) / 1000;

function allPasses(job: Job): Pass[] {
  const count = segmentCount(job);
  return Array.from({ length: passes(job) }, (_, pass) => {
    const waiting: number[] = [];
    const inHand: Pass['inHand'] = [];
    let done = 0;
    for (const [segment, seconds] of job.segmentSeconds.entries()) {
      const unit = pass * count + segment;
      const work = workDone(job, segment, job.done.has(unit) ? 1 : sampleShare(job, unit, segment));
      const at = job.working[unit];
      done += work;
      if (job.done.has(unit)) continue;
      if (at === undefined) waiting.push(seconds - work);
      else inHand.push({ work: seconds - work, at });
    }
    return { waiting, inHand, done, worked: (job.workedMs[pass] ?? 0) / 1000 };
  });
}

function sampleShare({ boundaries, samplesDone }: Job, unit: number, segment: number): number {
  const samples = (boundaries[segment + 1] ?? 0) - (boundaries[segment] ?? 0);
  return samples === 0 ? 0 : Math.min(1, (samplesDone[unit] ?? 0) / samples);
}

/** The first sample includes the start of the segment's decoder. */
function workDone({ segmentSeconds }: Job, segment: number, share: number): number {
  const seconds = segmentSeconds[segment] ?? 0;
  const start = Math.min(START_SECONDS, seconds);
  return share === 0 ? 0 : start + (seconds - start) * share;
}

/**
 * The number of workers that an account has. More than its share may be at work now. Between two messages a worker is not
 * seen, so the average is the minimum. A wrong clock cannot raise the average above the number of segments.
 */
function workersOf(jobs: readonly Job[], now: number, share: number | null): number {
  const begun = jobs.filter(({ startedAt }) => startedAt > 0);
  const since = Math.min(...begun.map(({ startedAt }) => startedAt));
  const worked = sum(begun.flatMap(({ workedMs }) => Object.values(workedMs)));
  const average = now > since ? Math.round(worked / (now - since)) : 0;
  const seen = Math.max(
    sum(begun.map(({ working }) => Object.keys(working).length)),
    Math.min(average, sum(begun.map(segmentCount))),
  );
  if (share === null) return Math.max(1, seen);
  return seen > 1 ? Math.max(seen, share) : share;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Seconds left of a finish in progress. */
const finishLeft = (job: Job, now: number): number =>
  Math.max(0, finishSeconds(job) - secondsBetween(job.finishingAt, now));

function finishSeconds(job: Job): number {
  const counts = Object.values(job.objectsSeen);
  const objects = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
  return (
    FINISH.base +
    FINISH.perSegment * segmentCount(job) +
    (FINISH.perSample + FINISH.perDetection * objects) * job.sampledFrames
  );
}
