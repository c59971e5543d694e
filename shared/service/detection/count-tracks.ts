import type { Job, SegmentTracks } from '../../domain/job/job.ts';
import type { SegmentFrame } from './detect-samples.ts';
import { trackSegments } from './track-segments.ts';

/** A track that begins within so many samples was there before: the tracker bridges as many. */
const START_SAMPLES = 5;

/** Tracks what has been detected of a segment, as the finish does with the whole video, to count it. */
export function countTracks(
  frames: readonly SegmentFrame[],
  { options, clipModel }: Pick<Job, 'options' | 'clipModel'>,
): SegmentTracks {
  const labels = clipModel === undefined ? options.labels : [];
  const started = frames[Math.min(START_SAMPLES, frames.length) - 1]?.frame ?? 0;
  let [found, atStart] = [0, 0];
  for (const { points } of trackSegments([() => frames], { ...options, labels })) {
    found++;
    if ((points[0]?.frame ?? 0) <= started) atStart++;
  }
  return { samples: frames.length, found, atStart };
}
