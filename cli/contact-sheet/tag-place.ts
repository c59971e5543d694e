import type { Size } from '../../shared/kernel/geometry/box.ts';
import type { Rectangle } from './draw.ts';

/** The upper or lower end of what a tag names, pixels. */
export interface Edge {
  readonly y: number;
  readonly left: number;
  readonly right: number;
}

/** What a tag is placed by. */
export interface Anchor {
  readonly upper: Edge;
  readonly lower: Edge;
}

/**
 * A place for a tag at what it names, inside the picture: above it, else in it from its upper edge down, below it or beside it; at
 * its left side, else at its right one.
 * @param taken the places of earlier tags
 * @returns null where earlier tags leave none
 */
export function placeTag(
  anchor: Anchor,
  tag: Size,
  picture: Size,
  taken: readonly Rectangle[],
): Rectangle | null {
  for (const [x, y] of corners(anchor, tag)) {
    const place = {
      x: Math.max(0, Math.min(x, picture.width - tag.width)),
      y: Math.max(0, Math.min(y, picture.height - tag.height)),
      ...tag,
    };
    if (!taken.some((other) => overlap(place, other))) return place;
  }
  return null;
}

/** Top left corners of places, the best one first. */
function* corners({ upper, lower }: Anchor, { width, height }: Size): Generator<[x: number, y: number]> {
  const atSides = (y: number, { left, right }: Edge): [number, number][] => [
    [left, y],
    [right - width, y],
  ];
  yield* atSides(upper.y - height, upper);
  const rows = Math.max(1, Math.floor((lower.y - upper.y) / height));
  for (let row = 0; row < rows; row++) {
    const y = upper.y + row * height;
    yield* atSides(y, edgeAt(y, upper, lower));
  }
  yield* atSides(lower.y, lower);
  yield [upper.right, upper.y];
  yield [upper.left - width, upper.y];
}

/** The extent at a row between the two edges. */
function edgeAt(y: number, upper: Edge, lower: Edge): Edge {
  const share = lower.y === upper.y ? 0 : (y - upper.y) / (lower.y - upper.y);
  const between = (from: number, to: number): number => Math.round(from + (to - from) * share);
  return { y, left: between(upper.left, lower.left), right: between(upper.right, lower.right) };
}

const overlap = (a: Rectangle, b: Rectangle): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
