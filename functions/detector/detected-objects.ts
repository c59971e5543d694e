import type { ProcessingOptions } from '../../shared/domain/job.ts';
import type { DetectedObject } from '../../shared/domain/metadata/objects-from-tracks.ts';
import { toKeyframes } from '../../shared/vision/keyframes.ts';
import { trackObjects } from '../../shared/vision/track.ts';
import type { FrameDetections, TrackPoint } from '../../shared/vision/trajectory.ts';

/** Greatest error of an interpolated corner, as a fraction of the frame's diagonal. */
const KEYFRAME_TOLERANCE = 0.005;
/** Six decimals of a fraction are far below a pixel. */
const round = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Smoothing may carry a box slightly past the edge of the frame. */
const withinFrame = (fraction: number): number => round(Math.min(1, Math.max(0, fraction)));

/**
 * Tracks the detections of a whole video (boxes in pixels of the displayed frame) and describes each track as the
 * document does: keyframes with coordinates as fractions of the frame.
 *
 * `confidence` is what a detection needs to begin a track, and a track to be reported; `labels` (all when empty) are
 * those reported.
 */
export function detectedObjects(
  frames: Iterable<FrameDetections>,
  { width, height }: { width: number; height: number },
  { confidence, labels }: ProcessingOptions,
): DetectedObject[] {
  const tolerance = KEYFRAME_TOLERANCE * Math.hypot(width, height);
  const toKeyframe = ({ frame, time, box }: TrackPoint) => {
    const [x, right] = [box.x / width, (box.x + box.width) / width].map(withinFrame) as [number, number];
    const [y, bottom] = [box.y / height, (box.y + box.height) / height].map(withinFrame) as [number, number];
    return { frame, time: round(time), x, y, width: round(right - x), height: round(bottom - y) };
  };
  const objects: DetectedObject[] = [];
  for (const { label, confidence: sure, points } of trackObjects(only(labels, frames), {
    highScore: confidence,
  })) {
    if (sure < confidence) continue;
    const firstFrame = points[0]?.frame ?? 0;
    const lastFrame = points.at(-1)?.frame ?? 0;
    objects.push({
      label,
      confidence: round(sure),
      firstFrame,
      lastFrame,
      frameCount: lastFrame - firstFrame + 1,
      keyframes: toKeyframes(points, tolerance).map(toKeyframe),
    });
  }
  return objects;
}

/** The frames with only the detections of these labels; with all when none is named. */
function* only(labels: readonly string[], frames: Iterable<FrameDetections>): Generator<FrameDetections> {
  for (const frame of frames) {
    const detections = frame.detections.filter(({ label }) => labels.length === 0 || labels.includes(label));
    yield { ...frame, detections };
  }
}
