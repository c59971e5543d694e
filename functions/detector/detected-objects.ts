import type { ProcessingOptions } from '../../shared/domain/job.ts';
import type { DetectedObject } from '../../shared/domain/metadata/objects-from-tracks.ts';
import { toKeyframes } from '../../shared/vision/keyframes.ts';
import { trackObjects } from '../../shared/vision/track.ts';
import type { FrameDetections, Track, TrackPoint } from '../../shared/vision/trajectory.ts';

/** Greatest error of an interpolated corner, as a fraction of the frame's diagonal. */
const KEYFRAME_TOLERANCE = 0.005;
/** Six decimals: of a fraction of the frame far below a pixel, of a probability or a cosine far below what tells. */
export const round = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Smoothing may carry a box slightly past the edge of the frame. */
const withinFrame = (fraction: number): number => round(Math.min(1, Math.max(0, fraction)));

/**
 * Tracks the detections of a whole video. `confidence` is what a detection needs to begin a track, and a track to be
 * reported; `labels` (all when empty) are those reported.
 */
export function reportedTracks(
  frames: readonly FrameDetections[],
  { confidence, labels }: Pick<ProcessingOptions, 'confidence' | 'labels'>,
): Track[] {
  const wanted = frames.map((frame) => ({
    ...frame,
    detections: frame.detections.filter(({ label }) => labels.length === 0 || labels.includes(label)),
  }));
  return trackObjects(wanted, { highScore: confidence }).filter((track) => track.confidence >= confidence);
}

/** A track (boxes in pixels of the displayed frame) as the document has it: coordinates are fractions of the frame. */
export function detectedObject(
  { label, confidence, points }: Track,
  { width, height }: { width: number; height: number },
): DetectedObject {
  const toKeyframe = ({ frame, time, box }: TrackPoint) => {
    const [x, right] = [box.x / width, (box.x + box.width) / width].map(withinFrame) as [number, number];
    const [y, bottom] = [box.y / height, (box.y + box.height) / height].map(withinFrame) as [number, number];
    return { frame, time: round(time), x, y, width: round(right - x), height: round(bottom - y) };
  };
  const firstFrame = points[0]?.frame ?? 0;
  const lastFrame = points.at(-1)?.frame ?? 0;
  return {
    label,
    confidence: round(confidence),
    firstFrame,
    lastFrame,
    frameCount: lastFrame - firstFrame + 1,
    keyframes: toKeyframes(points, KEYFRAME_TOLERANCE * Math.hypot(width, height)).map(toKeyframe),
  };
}
