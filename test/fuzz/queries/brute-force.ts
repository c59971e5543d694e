import type { StoredObject } from '../../../shared/contract/schemas/metadata.ts';
import { FRAMES, type ObjectQuery, type TrackedSample } from './generated-objects.ts';

/** Seconds at which the frames of a video appear: the first at 1 s, 25 a second. */
export const timeOf = (frame: number): number => (25 + frame) / 25;

interface Point {
  readonly x: number;
  readonly y: number;
}

const mixed = (a: number, b: number, share: number): number => a + (b - a) * share;

/**
 * What the reference says of tracks, frame by frame: corners of the shape, or null where it is not seen. Between two keyframes
 * coordinates are interpolated linearly by `frame`, but not into or out of a hidden stretch: before one the last coordinates hold.
 */
export function cornersIn({ object, track }: TrackedSample, frame: number): Point[] | null {
  if (frame < object.firstFrame || frame > object.lastFrame) return null;
  const before = track.filter((keyframe) => keyframe.frame <= frame).at(-1);
  const after = track.find((keyframe) => keyframe.frame > frame);
  if (before === undefined || before.hidden) return null;
  if (before.frame !== frame && after === undefined) return null;
  const [from, to] = [cornersOf(before), cornersOf(after ?? before)];
  if (before.frame === frame || after === undefined || after.hidden) return from;
  const share = (frame - before.frame) / (after.frame - before.frame);
  return from.map(({ x, y }, i) => ({
    x: mixed(x, to[i]?.x ?? x, share),
    y: mixed(y, to[i]?.y ?? y, share),
  }));
}

function cornersOf(keyframe: object): Point[] {
  const {
    corners,
    x = 0,
    y = 0,
    width = 0,
    height = 0,
  } = keyframe as Record<string, number> & { corners?: Point[] };
  return (
    corners ?? [
      { x, y },
      { x: x + width, y: y + height },
    ]
  );
}

const listOf = (value: string | string[] | undefined): string[] | undefined =>
  typeof value === 'string' ? [value] : value;

const upper = (text: string): string => text.normalize('NFKC').toUpperCase().normalize('NFKC');

/** Whether one is among the values of a parameter; any is where it is not given. */
const admits = (query: ObjectQuery, name: string, fits: (value: string) => boolean): boolean =>
  listOf(query[name])?.some(fits) ?? true;

function hasMembers({ customData }: StoredObject, query: ObjectQuery): boolean {
  const wanted = listOf(query.customData) ?? [];
  const nameOf = (text: string): string => text.split('=')[0] ?? '';
  return wanted.every((one) =>
    wanted
      .filter((other) => nameOf(other) === nameOf(one))
      .some((text) => {
        const name = nameOf(text);
        if (!Object.hasOwn(customData, name)) return false;
        const value = customData[name];
        const shown = typeof value === 'string' ? value : JSON.stringify(value);
        return text === name || text.slice(name.length + 1) === shown;
      }),
  );
}

/** The frames that a query is about, one by one. */
function framesOf(query: ObjectQuery, frames: number): number[] {
  const all = Array.from({ length: frames }, (_, frame) => frame);
  if (query.fromTime !== undefined || query.toTime !== undefined) {
    const [from, to] = [Number(query.fromTime ?? -1e9), Number(query.toTime ?? 1e9)];
    return all.filter(
      (frame) => frame < FRAMES && timeOf(frame) <= to + 1e-9 && timeOf(frame + 1) > from + 1e-9,
    );
  }
  const [from, to] = [Number(query.fromFrame ?? 0), Number(query.toFrame ?? 1e9)];
  return all.filter((frame) => frame >= from && frame <= to);
}

function isWhereAsked(sample: TrackedSample, query: ObjectQuery): boolean {
  const isRanged = ['fromFrame', 'toFrame', 'fromTime', 'toTime'].some((name) => query[name] !== undefined);
  if (!isRanged && query.region === undefined && query.hidden === undefined) return true;
  const { firstFrame, lastFrame } = sample.object;
  const frames = framesOf(query, lastFrame + 1).filter((frame) => firstFrame <= frame);
  if (frames.length === 0) return false;
  const places = frames.map((frame) => cornersIn(sample, frame));
  const isHidden = places.includes(null);
  if (query.hidden !== undefined && isHidden !== (query.hidden === 'true')) return false;
  const seen = places.filter((place) => place !== null);
  if (query.region === undefined) return query.hidden === 'true' || !isRanged || seen.length > 0;
  const [x = 0, y = 0, width = 0, height = 0] = String(query.region).split(',').map(Number);
  return seen.some(
    (corners) =>
      Math.min(...corners.map((corner) => corner.x)) <= x + width &&
      Math.max(...corners.map((corner) => corner.x)) >= x &&
      Math.min(...corners.map((corner) => corner.y)) <= y + height &&
      Math.max(...corners.map((corner) => corner.y)) >= y,
  );
}

/** The ids of the objects that a query must find, in order, by looking at every frame of every object. */
export function foundByHand(samples: readonly TrackedSample[], query: ObjectQuery): string[] {
  const found = samples.filter((sample) => {
    const { object } = sample;
    return (
      admits(query, 'label', (label) => object.label === label) &&
      admits(query, 'kind', (kind) => object.kind === kind) &&
      admits(query, 'userLabel', (part) => upper(object.userLabel ?? '').includes(upper(part))) &&
      object.confidence >= Number(query.minConfidence ?? 0) &&
      object.confidence <= Number(query.maxConfidence ?? 1) &&
      hasMembers(object, query) &&
      isWhereAsked(sample, query)
    );
  });
  const sort = String(query.sort ?? 'firstFrame');
  const member = sort.replace('-', '') as 'label' | 'confidence';
  const sign = sort.startsWith('-') ? -1 : 1;
  const objects = found.map(({ object }) => object);
  objects.sort((a, b) => {
    if (a[member] !== b[member]) return a[member] < b[member] ? -sign : sign;
    return a.id < b.id ? -1 : 1;
  });
  return objects.map(({ id }) => id);
}
