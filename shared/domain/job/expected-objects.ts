import type { Job } from './job.ts';

/** The weight of the rest of a video: low, since an estimate that was too high is never corrected. */
const REST = 0.8;

/**
 * A cautious estimate of how many tracks a job will find: those at the start, those begun since, and for the rest of the
 * video four fifths of the rate so far, reduced by one standard deviation (of a Poisson count).
 * `npm run mot -- --estimates` measures its accuracy.
 */
export function expectedObjects({
  tracks = {},
  sampledFrames,
}: Pick<Job, 'tracks' | 'sampledFrames'>): number {
  // Integer keys are enumerated in ascending order.
  const segments = Object.values(tracks);
  const looked = segments.reduce((sum, { samples }) => sum + samples, 0);
  if (looked === 0) return 0;
  const begun = segments.reduce((sum, { found, atStart }) => sum + found - atStart, 0);
  const rest = Math.max(0, sampledFrames / looked - 1);
  return Math.floor(
    (segments[0]?.atStart ?? 0) + begun + REST * Math.max(0, begun - Math.sqrt(begun)) * rest,
  );
}
