import type { InputVideoTrack } from 'mediabunny';

/** By how many degrees a matrix may miss a quarter turn: rounded, or from the sensor of a camera. */
const TOLERANCE = 1;

/**
 * How a track's pictures are turned, then mirrored, for display. Only quarter turns count: turned by other angles, or
 * sheared, browsers show pictures as they are.
 */
export async function orientationOf(
  track: InputVideoTrack,
): Promise<{ rotation: 0 | 90 | 180 | 270; flip: boolean }> {
  const [a = 1, b = 0] = await track.getTransformationMatrix();
  const degrees = (Math.atan2(b, a) * 180) / Math.PI;
  const isQuarterTurn = Math.abs(degrees - 90 * Math.round(degrees / 90)) <= TOLERANCE;
  if (!isQuarterTurn) return { rotation: 0, flip: false };
  return { rotation: await track.getRotation(), flip: await track.getFlip() };
}
