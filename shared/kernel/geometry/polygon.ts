import type { Size } from './box.ts';

/** Coordinates in any one unit; x to the right, y down. */
export type Point = {
  readonly x: number;
  readonly y: number;
};

/** The area inside a polygon whose sides do not cross, in squared units of its corners. */
export const areaOf = (corners: readonly Point[]): number =>
  Math.abs(sidesOf(corners).reduce((sum, [a, b]) => sum + (a.x * b.y - b.x * a.y), 0)) / 2;

/** The lengths of the sides, that from the first corner to the second first. */
export const sideLengths = (corners: readonly Point[]): number[] =>
  sidesOf(corners).map(([a, b]) => Math.hypot(b.x - a.x, b.y - a.y));

/** Each corner with the next one; the last with the first. */
const sidesOf = (corners: readonly Point[]): [Point, Point][] =>
  corners.map((corner, i) => [corner, corners[(i + 1) % corners.length] as Point]);

/** What four corners go round; `collinear`: one is within `slack` of the line through its neighbours. */
export type QuadrilateralShape = 'convex' | 'concave' | 'crossing' | 'collinear';

/**
 * The shape that four corners make, in whichever sense they go round: of the turns at the corners all are to the same side
 * where it is convex, one is to the other side where it is concave, two where its sides cross.
 */
export function quadrilateralShape(corners: readonly Point[], slack: number): QuadrilateralShape {
  const turns = sidesOf(corners).map(([a, b], i) => distanceToLine(corners.at(i - 1) as Point, a, b));
  if (turns.some((turn) => !(Math.abs(turn) >= slack))) return 'collinear';
  const right = turns.filter((turn) => turn > 0).length;
  if (right === 2) return 'crossing';
  return right === 0 || right === 4 ? 'convex' : 'concave';
}

/** Distance of `corner` from the line through `before` and `after`, with the sign of the turn there; NaN where these are one. */
const distanceToLine = (before: Point, corner: Point, after: Point): number =>
  ((corner.x - before.x) * (after.y - corner.y) - (corner.y - before.y) * (after.x - corner.x)) /
  Math.hypot(after.x - before.x, after.y - before.y);

/**
 * The part of a convex polygon inside `[0, width] × [0, height]`, clipped by one edge after the other (Sutherland and
 * Hodgman, "Reentrant polygon clipping", CACM 1974); empty where nothing is inside.
 */
export function clipToFrame(corners: readonly Point[], { width, height }: Size): readonly Point[] {
  const inside = [
    ({ x }: Point) => x,
    ({ x }: Point) => width - x,
    ({ y }: Point) => y,
    ({ y }: Point) => height - y,
  ];
  return inside.reduce(clipBy, corners);
}

/** Keeps where `inside`, a linear function, is not negative. */
const clipBy = (corners: readonly Point[], inside: (point: Point) => number): readonly Point[] =>
  sidesOf(corners).flatMap(([a, b]) => {
    const [at, to] = [inside(a), inside(b)];
    const kept = at >= 0 ? [a] : [];
    if (at >= 0 === to >= 0) return kept;
    const share = at / (at - to);
    return [...kept, { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }];
  });
