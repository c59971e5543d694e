import { type Job, passes, segmentCount } from './job.ts';
import { START_SECONDS } from './plan-segments.ts';
import { Schedule } from './schedule.ts';

/** What a job shares the workers with. */
export interface Backlog {
  /** The active jobs of its account that began before it, in the order of their beginning. */
  readonly ahead: readonly Job[];
  /** Workers that its account has when accounts take turns, below 1 where it has one only at times; null: not known. */
  readonly workers: number | null;
  /** Seconds that workers take now for a planned one, as far as a job does not tell of itself; null: not known. */
  readonly pace: number | null;
}

const ALONE: Backlog = { ahead: [], workers: null, pace: null };

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
 * What is left of the jobs ahead and of the job itself is laid out over the account's workers as the queue does it. A
 * segment counts with its planned work times the pace so far, which is the time that workers took over the work they
 * did, without the start of processes and the loading of models. Between two notes a segment is taken to go on at that
 * pace. The finish counts as planned; whoever ends the last segment goes on with it.
 *
 * It is right as far as the workers stay as many, are alike, and the plan tells which segment is more work than
 * another. Until the first note the line's pace counts, else the plan's seconds; until the first look at an object
 * naming counts like detection.
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
  // An account that has a worker only at times waits for its turns.
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
    // Naming begins when what was detected is tracked; the next job needs not wait for the one before.
    const from = work[i - 1]?.each === each ? end : 0;
    const unitsEnd = schedule.add(waiting, Math.max(from, ends[i] ?? 0), from);
    end = schedule.goOn(unitsEnd, each.state === 'finishing' ? finishLeft(each, now) : finishSeconds(each));
  });
  return end;
}

/** The first seconds of a pass tell little: what is known of the workers counts like so many of them. */
const KNOWN_SECONDS = 2;

const paceOf = ({ done, worked }: Pass, known: number | null): number =>
  known === null ? worked / done : (worked + known * KNOWN_SECONDS) / (done + KNOWN_SECONDS);

/** Seconds that workers took for a planned one in the detection of a job; null before its first note. */
export function detectionPace(job: Job): number | null {
  const [{ done, worked } = { done: 0, worked: 0 }] = allPasses(job);
  return done > 0 && worked > 0 ? worked / done : null;
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
 * The workers that an account has. Those at it now may be more than its share; between two messages a worker is missing,
 * so no fewer are meant than on average. A clock that is off makes the average no more than can be of use.
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

/** Of the finish that has begun. */
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
