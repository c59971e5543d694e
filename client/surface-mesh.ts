import type { Box, Size } from '../shared/kernel/geometry/box.ts';
import type { Homography } from '../shared/kernel/geometry/homography.ts';
import { areaOf, type Point, sideLengths } from '../shared/kernel/geometry/polygon.ts';
import { mapPoint } from './surface-transform.ts';

/** A triangle of a picture, mapped onto a surface. */
export interface MeshTriangle {
  /** What to clip to, pixels of the displayed video: the triangle and a margin, which covers the seams to its neighbours. */
  readonly clip: readonly Point[];
  /** The arguments of a canvas' `transform` or `setTransform`: pixels of the picture to pixels of the video. */
  readonly transform: readonly [a: number, b: number, c: number, d: number, e: number, f: number];
}

export interface SurfaceMesh {
  readonly triangles: readonly MeshTriangle[];
  /** No point of a triangle is drawn farther than this from its place; in the margins it may be four times as much. */
  readonly errorPx: number;
}

/** How often a side is halved at most. */
const MOST_CUTS = 8;

/** The margin of a triangle: browsers smooth the edges of what they clip, over half a pixel to each side. */
const MARGIN_PX = 0.75;

/** Slender triangles get less margin: they would reach far over their neighbours. */
const MOST_GROWTH = 2;

export interface MeshBounds {
  /** Size of the drawing area, pixels of the video: what lies beyond it as a whole is left out. */
  readonly within?: Size;
  /** The most triangles, at least 2; the coarsest are cut first. */
  readonly most?: number;
}

/**
 * A surface for drawing a picture on a canvas, whose transforms are affine: the picture is cut into rectangles, finer where
 * the error is greater, and these into two triangles each. Since lines stay lines, small rectangles beside large ones leave no
 * gaps. Shapes need no mesh for the same reason: draw them through the points that `mapPoint` gives.
 * @param transform as `surfaceTransform` gives it
 * @param picture its size, pixels
 * @param tolerancePx allowed error; where the smallest triangles exceed it, or there are not enough, `errorPx` says so
 */
export function surfaceMesh(
  transform: Homography,
  picture: Size,
  tolerancePx = 0.5,
  { within, most = Number.POSITIVE_INFINITY }: MeshBounds = {},
): SurfaceMesh {
  const kept: Cell[] = [];
  // Not by a spread, which leaves out the size of a canvas.
  const { width, height } = picture;
  let cells = [layCell(transform, { x: 0, y: 0, width, height })];
  for (let cuts = 0; cells.length > 0; cuts++) {
    const seen = cells.filter(({ halves }) =>
      isSeen(
        halves.flatMap(({ corners }) => corners),
        within,
      ),
    );
    const isFine = ({ errorPx }: Cell) => cuts === MOST_CUTS || !(errorPx > tolerancePx);
    const coarse = seen.filter((cell) => !isFine(cell)).sort((a, b) => b.errorPx - a.errorPx);
    for (const cell of seen) if (isFine(cell)) kept.push(cell);
    // Each one that is cut makes six triangles more.
    const cut = Math.max(Math.floor((most - 2 * (kept.length + coarse.length)) / 6), 0);
    for (const cell of coarse.slice(cut)) kept.push(cell);
    cells = coarse
      .slice(0, cut)
      .flatMap(({ box }) => quarters(box).map((quarter) => layCell(transform, quarter)));
  }
  const triangles = kept.flatMap(({ halves }) => halves).filter(({ corners }) => isSeen(corners, within));
  return {
    triangles: triangles.map(({ corners, affine }) => ({ clip: grown(corners), transform: affine })),
    errorPx: kept.reduce((error, cell) => Math.max(error, cell.errorPx), 0),
  };
}

/** A rectangle of the picture as two triangles. */
interface Cell {
  readonly box: Box;
  readonly halves: readonly ReturnType<typeof layTriangle>[];
  readonly errorPx: number;
}

function layCell(transform: Homography, box: Box): Cell {
  const { x, y, width, height } = box;
  const halves = [
    layTriangle(transform, x, y, width, height),
    layTriangle(transform, x + width, y + height, -width, -height),
  ];
  return { box, halves, errorPx: Math.max(...halves.map((half) => half.errorPx)) };
}

const quarters = ({ x, y, width, height }: Box): Box[] =>
  [y, y + height / 2].flatMap((top) =>
    [x, x + width / 2].map((left) => ({ x: left, y: top, width: width / 2, height: height / 2 })),
  );

/** Whether not all of these points are on one side of the drawing area. */
function isSeen(corners: readonly Point[], within: Size | undefined): boolean {
  if (within === undefined) return true;
  return !(
    corners.every(({ x }) => x < 0) ||
    corners.every(({ x }) => x > within.width) ||
    corners.every(({ y }) => y < 0) ||
    corners.every(({ y }) => y > within.height)
  );
}

/** The triangle with its right angle at (x, y) and legs of these lengths, to the left and upwards where they are negative. */
function layTriangle(transform: Homography, x: number, y: number, across: number, down: number) {
  const source = [
    { x, y },
    { x: x + across, y },
    { x, y: y + down },
  ] as const;
  const corners = source.map((point) => mapPoint(transform, point)) as [Point, Point, Point];
  const [at, right, below] = corners;
  const [a, b] = [(right.x - at.x) / across, (right.y - at.y) / across];
  const [c, d] = [(below.x - at.x) / down, (below.y - at.y) / down];
  const affine = [a, b, c, d, at.x - a * x - c * y, at.y - b * x - d * y] as const;
  return { corners, affine, errorPx: affineError(transform, source, corners) };
}

/**
 * Bound of the distance between the projective and the affine image of a point of a triangle. The images are means of the
 * corners' images, with weights bᵢwᵢ/Σbw and bᵢ: barycentric coordinates b, homogeneous denominators w. Their total variation is
 * largest on two corners with the extremes of w, there (√r − 1)/(√r + 1) for r = max w / min w; times the longest side.
 */
function affineError(
  [, , , , , , g = 0, h = 0, i = 0]: Homography,
  source: readonly Point[],
  corners: readonly Point[],
): number {
  const denominators = source.map(({ x, y }) => g * x + h * y + i);
  const root = Math.sqrt(Math.max(...denominators) / Math.min(...denominators));
  return (Math.max(...sideLengths(corners)) * (root - 1)) / (root + 1);
}

/** The triangle scaled about the centre of its incircle, which moves all sides outwards by the same distance. */
function grown(corners: readonly [Point, Point, Point]): Point[] {
  const [ab, bc, ca] = sideLengths(corners) as [number, number, number];
  const [a, b, c] = corners;
  const perimeter = ab + bc + ca;
  const centre = {
    x: (bc * a.x + ca * b.x + ab * c.x) / perimeter,
    y: (bc * a.y + ca * b.y + ab * c.y) / perimeter,
  };
  const radius = (2 * areaOf(corners)) / perimeter;
  const scale = Math.min(1 + MARGIN_PX / radius, MOST_GROWTH);
  return corners.map(({ x, y }) => ({
    x: centre.x + (x - centre.x) * scale,
    y: centre.y + (y - centre.y) * scale,
  }));
}
