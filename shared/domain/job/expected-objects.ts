import type { Job } from './job.ts';

/** What the rest of a video counts against what has been seen: an estimate that was too high is never taken back. */
const REST = 0.8;

/**
 * How many tracks a job will find, cautiously estimated: those that were there at first, those that have begun since, and
 * for the rest of the video what begins at four fifths of the rate so far less a standard deviation (of a Poisson count).
 * `npm run mot -- --estimates` tells how good it is.
 */
export function expectedObjects({
  tracks = {},
  sampledFrames,
}: Pick<Job, 'tracks' | 'sampledFrames'>): number {
  // Keys that are whole numbers come in their order.
  const segments = Object.values(tracks);
  const looked = segments.reduce((sum, { samples }) => sum + samples, 0);
  if (looked === 0) return 0;
  const begun = segments.reduce((sum, { found, atStart }) => sum + found - atStart, 0);
  const rest = Math.max(0, sampledFrames / looked - 1);
  return Math.floor(
    (segments[0]?.atStart ?? 0) + begun + REST * Math.max(0, begun - Math.sqrt(begun)) * rest,
  );
}
