import { type Job, passes, segmentCount } from './job.ts';
import { START_SECONDS } from './segments.ts';

/** Seconds of one reference core that tracking and committing take (`npm run bench -- scale` measures them). */
const FINISH = { base: 0.5, perSegment: 0.025, perSample: 0.00003, perDetection: 0.00003 } as const;

/** What is left to do of one pass over the segments, in seconds of planned work, and what is known of its pace. */
interface Pass {
  /** Of the segments that nobody works on. */
  readonly waiting: number[];
  /** Of those that somebody works on, with when that was last heard of. */
  readonly inHand: { work: number; at: number }[];
  /** Planned work that is done. */
  readonly done: number;
  /** Seconds that workers took for it. */
  readonly worked: number;
}

/**
 * Share of the planned work that is done, 0–1. It never falls, since `samplesDone` never does.
 */
export function workShare(job: Job): number {
  const done = allPasses(job).reduce((sum, pass) => sum + pass.done, 0);
  const all = passes(job) * job.segmentSeconds.reduce((sum, seconds) => sum + seconds, 0);
  return all === 0 ? 0 : Math.min(1, done / all);
}

/**
 * Seconds until a job that is not over will be completed; never negative.
 *
 * The segments left are laid out over the workers as the queue does it: each goes to whoever is free first (list
 * scheduling: Graham, "Bounds on multiprocessing timing anomalies", 1969). A segment counts with its planned work times
 * the pace so far, which is the time that workers took over the work they did, without the start of processes and the
 * loading of models. Between two notes a segment is taken to go on at that pace. The finish counts as planned.
 *
 * It is right as far as the workers stay as many, are alike, and the plan tells which segment is more work than
 * another. Until the first note the plan's seconds count, and until the first look at an object naming counts like
 * detection.
 */
export function remainingSeconds(job: Job, now: number): number {
  const finish = finishSeconds(job);
  if (job.state === 'finishing') return Math.max(0, finish - secondsBetween(job.finishingAt, now));
  const workers = workersOf(job, now);
  let pace = 1;
  return allPasses(job).reduce((total, { waiting, inHand, done, worked }) => {
    if (done > 0 && worked > 0) pace = worked / done;
    const left = inHand.map(({ work, at }) => Math.max(0, work * pace - secondsBetween(at, now)));
    return (
      total +
      makespan(
        left,
        waiting.map((work) => work * pace),
        workers,
      ) +
      finish
    );
  }, 0);
}

/** A clock that is behind another makes no time negative. */
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

/** By the first sample the segment's decoder has been started, too. */
function workDone({ segmentSeconds }: Job, segment: number, share: number): number {
  const seconds = segmentSeconds[segment] ?? 0;
  const start = Math.min(START_SECONDS, seconds);
  return share === 0 ? 0 : start + (seconds - start) * share;
}

/**
 * The workers that are at it now. Between two messages a worker is missing, so no fewer are meant than on average; a clock
 * that is off makes the average no more than can be of use.
 */
function workersOf(job: Job, now: number): number {
  const { working, workedMs, startedAt } = job;
  const worked = Object.values(workedMs).reduce((sum, ms) => sum + ms, 0);
  const average = startedAt > 0 && now > startedAt ? Math.round(worked / (now - startedAt)) : 0;
  return Math.max(1, Object.keys(working).length, Math.min(average, segmentCount(job)));
}

/** Seconds until all is done: what workers have in hand, then what waits, in its order. */
function makespan(inHand: readonly number[], waiting: readonly number[], workers: number): number {
  const free = [...inHand, ...Array<number>(Math.max(0, workers - inHand.length)).fill(0)];
  for (const seconds of waiting) {
    const first = free.indexOf(Math.min(...free));
    free[first] = (free[first] ?? 0) + seconds;
  }
  return Math.max(...free);
}

function finishSeconds(job: Job): number {
  const counts = Object.values(job.objectsSeen);
  const objects = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
  return (
    FINISH.base +
    FINISH.perSegment * segmentCount(job) +
    (FINISH.perSample + FINISH.perDetection * objects) * job.sampledFrames
  );
}
