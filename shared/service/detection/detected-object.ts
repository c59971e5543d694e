import type { BoxKeyframe } from '../../contract/schemas/metadata.ts';
import type { DetectedObject } from '../../domain/document/merge-detected-objects.ts';
import { sixDecimals } from '../../domain/json/json.ts';
import { type ReducedPoint, toKeyframes } from '../../vision/tracking/keyframes.ts';
import type { Track } from '../../vision/tracking/track.ts';

/** Greatest error of an interpolated corner, as a fraction of the frame's diagonal. */
const KEYFRAME_TOLERANCE = 0.005;

/** Smoothing may carry a box slightly past the edge of the frame. */
const withinFrame = (fraction: number): number => sixDecimals(Math.min(1, Math.max(0, fraction)));

/** A track (boxes in pixels of the displayed frame) as the document has it: coordinates are fractions of the frame. */
export function detectedObject(
  track: Track,
  { width, height }: { width: number; height: number },
): DetectedObject {
  const toKeyframe = ({ frame, time, box, hidden }: ReducedPoint): BoxKeyframe => {
    const [x, right] = [box.x / width, (box.x + box.width) / width].map(withinFrame) as [number, number];
    const [y, bottom] = [box.y / height, (box.y + box.height) / height].map(withinFrame) as [number, number];
    return {
      frame,
      time: sixDecimals(time),
      x,
      y,
      width: sixDecimals(right - x),
      height: sixDecimals(bottom - y),
      ...(hidden && { hidden }),
    };
  };
  const { label, confidence, points } = track;
  const firstFrame = points[0]?.frame ?? 0;
  const lastFrame = points.at(-1)?.frame ?? 0;
  return {
    label,
    confidence: sixDecimals(confidence),
    firstFrame,
    lastFrame,
    frameCount: lastFrame - firstFrame + 1,
    keyframes: toKeyframes(track, KEYFRAME_TOLERANCE * Math.hypot(width, height)).map(toKeyframe),
  };
}
