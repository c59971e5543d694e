import { isJsonObject, type JsonObject, jsonEqual } from '../../../../../shared/domain/json/json.ts';

type Keyframes = ReadonlyMap<number, JsonObject>;

/** The keyframes of a track by their frames; null for what is no track. */
function keyframesOf(track: unknown): Keyframes | null {
  if (!Array.isArray(track)) return null;
  const keyframes = new Map<number, JsonObject>();
  for (const keyframe of track) {
    if (!isJsonObject(keyframe) || typeof keyframe.frame !== 'number') return null;
    keyframes.set(keyframe.frame, keyframe);
  }
  return keyframes;
}

const counted = (count: number): string => `${count} keyframe${count === 1 ? '' : 's'}`;

function framesFrom(frames: Iterable<number>): string {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const frame of frames) [first, last] = [Math.min(first, frame), Math.max(last, frame)];
  return first === last ? `frame ${first}` : `frames ${first}–${last}`;
}

/** A track in place of its coordinates: `12 keyframes, frames 3–96`; null for what is no track. */
export function trackWords(track: unknown): string | null {
  const keyframes = keyframesOf(track);
  if (keyframes === null) return null;
  const count = counted(keyframes.size);
  return keyframes.size === 0 ? count : `${count}, ${framesFrom(keyframes.keys())}`;
}

/**
 * How one track differs from another: `3 keyframes differ, frames 40–96`, those that only one of them has included; null where
 * one is no track.
 */
export function trackDifference(before: unknown, after: unknown): string | null {
  const [known, later] = [keyframesOf(before), keyframesOf(after)];
  if (known === null || later === null) return null;
  const frames = [...new Set([...known.keys(), ...later.keys()])];
  const different = frames.filter((frame) => !jsonEqual(known.get(frame), later.get(frame)));
  if (different.length === 0) return null;
  const verb = different.length === 1 ? 'differs' : 'differ';
  return `${counted(different.length)} ${verb}, ${framesFrom(different)}`;
}
