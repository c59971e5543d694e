import type { ProcessingOptions } from '../../shared/domain/job.ts';
import { shotBoundaries } from '../../shared/vision/shot-boundaries.ts';
import { trackObjects } from '../../shared/vision/track.ts';
import type { Track } from '../../shared/vision/trajectory.ts';
import type { SegmentFrame } from './detect-samples.ts';

/**
 * Tracks the detections of a whole video; no track goes on in another shot.
 *
 * `confidence` is what a detection needs to begin a track, and a track to be reported; `labels` (all when empty) are
 * those reported.
 */
export function tracksOf(
  frames: readonly SegmentFrame[],
  { confidence, labels }: Pick<ProcessingOptions, 'confidence' | 'labels'>,
): Track[] {
  const wanted = frames.map(({ frame, time, detections }) => ({
    frame,
    time,
    detections: detections.filter(({ label }) => labels.length === 0 || labels.includes(label)),
  }));
  const signatures = frames.map(({ signature }) => Buffer.from(signature, 'base64'));
  const cuts = shotBoundaries(signatures).map((position) => frames[position]?.frame ?? 0);
  return trackObjects(wanted, { highScore: confidence, cuts }).filter(
    (track) => track.confidence >= confidence,
  );
}
