/** A walk over the blobs of documents, in the order of their keys. Times are milliseconds since the epoch. */
export interface BlobWalk {
  /** When the last run that went on with it began. */
  at: number;
  /** Since when runs have followed each other, by a clock that went as evenly. */
  steadySince: number;
  /** When this walk began. */
  began: number;
  /** When the last walk began that looked at every blob. */
  thoroughAt: number;
  /** What was modified before has been looked at by an earlier walk: 0 where nothing was. */
  since: number;
  /** The last key that was visited, empty before the first; null: the walk is over. */
  after: string | null;
  /** How many runs have failed with what comes after it. */
  failedRuns: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A writer commits long before this, so a younger blob may still become part of a version. */
export const MIN_BLOB_AGE_MS = DAY;
/** Runs follow each other every five minutes. After more than this a machine was off, a clock was set, or a table restored. */
const LONGEST_GAP_MS = HOUR;
/** Longer than any function runs: what wrote by the clock before it was set is over. */
const STEADY_AFTER_MS = 20 * MINUTE;
const WALK_EVERY_MS = DAY;
/** Finds what no walk would find by its date: what failed again and again, and what versions referred to that are gone. */
const THOROUGH_EVERY_MS = 30 * DAY;

/**
 * The walk as a run at `now` goes on with it. A blob that a version refers to is referred to until its video is deleted, so
 * that only those are looked at that were modified since the last walk began, or were too young for that. Everything is
 * looked at where it is uncertain what that walk has seen.
 */
export function resumedWalk(walk: BlobWalk | null, now: number): BlobWalk {
  if (walk === null || Math.abs(now - walk.at) > LONGEST_GAP_MS)
    return { at: now, steadySince: now, began: now, thoroughAt: now, since: 0, after: '', failedRuns: 0 };
  const same = { ...walk, at: now };
  if (walk.after !== null || now - walk.began < WALK_EVERY_MS) return same;
  const next = { ...same, began: now, after: '', failedRuns: 0 };
  if (now - walk.thoroughAt >= THOROUGH_EVERY_MS) return { ...next, thoroughAt: now, since: 0 };
  // An hour more, since S3 has another clock.
  return { ...next, since: walk.began - MIN_BLOB_AGE_MS - HOUR };
}

/** After as many runs the walk leaves what fails to the next thorough one. */
const MOST_FAILED_RUNS = 3;

/** The walk after a run has worked on all blobs up to `after` (null: the last), of which some failed or none. */
export function advancedWalk(walk: BlobWalk, after: string | null, hasFailed: boolean): BlobWalk {
  const failedRuns = walk.failedRuns + 1;
  if (hasFailed && failedRuns < MOST_FAILED_RUNS) return { ...walk, failedRuns };
  return { ...walk, after, failedRuns: 0 };
}

/** Whether a run may remove blobs by their age: not by a clock that has just been set. */
export const isSteady = ({ at, steadySince }: BlobWalk): boolean => at - steadySince >= STEADY_AFTER_MS;
