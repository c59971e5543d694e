import type { SurfaceKeyframe } from '../shared/contract/schemas/metadata.ts';
import type { Point } from '../shared/kernel/geometry/polygon.ts';
import { cornersAt } from '../shared/kernel/geometry/shape-at.ts';
import type { DocumentObject } from './answers.ts';

/** Rounding of times, in files and in players, seconds. */
const TIME_SLACK_S = 0.001;

/**
 * Where a surface is in a frame.
 * @param frame rank in presentation order, 0-based
 * @returns four corners, fractions of the frame, in the order in which they were marked; undefined where the surface was not
 *   seen, and for objects that are no surfaces
 */
export const surfaceAt = (
  { kind, track }: Pick<DocumentObject, 'kind' | 'track'>,
  frame: number,
): readonly Point[] | undefined =>
  kind === 'surface' ? cornersAt(track as readonly SurfaceKeyframe[], frame) : undefined;

/**
 * The frame that begins at a time, by the times of the object's keyframes: exact at keyframes, and between them where frames
 * are equally far apart; elsewhere to within the unevenness of the frames between two keyframes.
 * @param time presentation time in seconds, such as the `mediaTime` of `requestVideoFrameCallback`
 * @returns undefined outside of the object's keyframes, where there is nothing to draw
 */
export function frameAt({ track }: Pick<DocumentObject, 'track'>, time: number): number | undefined {
  const next = track.findIndex((keyframe) => keyframe.time >= time - TIME_SLACK_S);
  const after = track[next];
  if (after === undefined) return undefined;
  if (after.time <= time + TIME_SLACK_S) return after.frame;
  const before = track[next - 1];
  if (before === undefined) return undefined;
  const share = (time - before.time) / (after.time - before.time);
  return Math.round(before.frame + share * (after.frame - before.frame));
}
