import type { ProcessingOptions } from '../../domain/job/job.ts';
import { shotBoundaries } from '../../vision/camera/shot-boundaries.ts';
import type { TrackerFrame } from '../../vision/tracking/stabilise.ts';
import type { Track } from '../../vision/tracking/track.ts';
import { trackObjects } from '../../vision/tracking/track-objects.ts';
import type { SegmentFrame } from './detect-samples.ts';
import { withAppearances } from './detection-appearances.ts';

/** Unpacks the detections of a segment, again each time: all of a long video would not fit into memory. */
export type PackedSegment = () => readonly SegmentFrame[];

/**
 * Tracks the detections of a whole video; no track continues into another shot.
 *
 * `confidence` is what a detection needs to begin a track, and a track to be reported; `labels` (all when empty) are
 * those reported.
 */
export function* trackSegments(
  segments: readonly PackedSegment[],
  { confidence, labels }: Pick<ProcessingOptions, 'confidence' | 'labels'>,
): Generator<Track> {
  for (const track of trackObjects(framesOf(segments, labels), {
    highScore: confidence,
    cuts: cutsOf(segments),
  })) {
    if (track.confidence >= confidence) yield track;
  }
}

/** All frames with the detections of these labels; with all detections when no labels are given. */
function* framesOf(segments: readonly PackedSegment[], labels: readonly string[]): Generator<TrackerFrame> {
  for (const unpack of segments) {
    for (const { detections, appearances, ...frame } of unpack()) {
      const wanted = withAppearances(detections, appearances).filter(
        ({ label }) => labels.length === 0 || labels.includes(label),
      );
      yield { ...frame, detections: wanted };
    }
  }
}

/** The frames that begin a new shot. */
function cutsOf(segments: readonly PackedSegment[]): number[] {
  const frames: number[] = [];
  const signatures: Uint8Array[] = [];
  for (const unpack of segments) {
    for (const { frame, signature } of unpack()) {
      frames.push(frame);
      signatures.push(Buffer.from(signature, 'base64'));
    }
  }
  return shotBoundaries(signatures).map((position) => frames[position] ?? 0);
}
