import type { Size } from '../shared/kernel/geometry/box.ts';
import type { Homography } from '../shared/kernel/geometry/homography.ts';
import type { Point } from '../shared/kernel/geometry/polygon.ts';
import { mapPoint } from './surface-transform.ts';

/** A triangle of an element, laid onto a surface. */
interface MeshTriangle {
  /** Its corners on the displayed video, pixels: the path to clip to. */
  readonly corners: readonly [Point, Point, Point];
  /** The arguments of a canvas' `transform` or `setTransform`: pixels of the element to pixels of the video. */
  readonly transform: readonly [a: number, b: number, c: number, d: number, e: number, f: number];
}

interface SurfaceMesh {
  readonly triangles: readonly MeshTriangle[];
  /** No point of the element is drawn farther than this from its place. */
  readonly errorPx: number;
}

/** Rows and columns of the finest mesh: 8192 triangles. */
const MOST_CELLS = 64;

/**
 * A surface for drawing on a canvas, whose transforms are affine: the element is cut into triangles, as few as the tolerance
 * allows. Shapes need no mesh, since lines stay lines: draw them through the points that `mapPoint` gives.
 * @param transform as `surfaceTransform` gives it
 * @param element its size, pixels
 * @param tolerancePx allowed error; where the finest mesh exceeds it, `errorPx` tells
 */
export function surfaceMesh(transform: Homography, element: Size, tolerancePx = 0.5): SurfaceMesh {
  for (let cells = 1; ; cells *= 2) {
    const mesh = meshOf(transform, element, cells);
    if (mesh.errorPx <= tolerancePx || cells >= MOST_CELLS) return mesh;
  }
}

/** `cells` rows and columns of equal rectangles, each cut into two triangles. */
function meshOf(transform: Homography, { width, height }: Size, cells: number): SurfaceMesh {
  const triangles: MeshTriangle[] = [];
  let errorPx = 0;
  const add = (column: number, row: number, step: 1 | -1): void => {
    const [x, y] = [(column * width) / cells, (row * height) / cells];
    const [across, down] = [(step * width) / cells, (step * height) / cells];
    const source = [
      { x, y },
      { x: x + across, y },
      { x, y: y + down },
    ] as const;
    const corners = source.map((point) => mapPoint(transform, point)) as [Point, Point, Point];
    const [at, right, below] = corners;
    const [a, b] = [(right.x - at.x) / across, (right.y - at.y) / across];
    const [c, d] = [(below.x - at.x) / down, (below.y - at.y) / down];
    triangles.push({ corners, transform: [a, b, c, d, at.x - a * x - c * y, at.y - b * x - d * y] });
    errorPx = Math.max(errorPx, affineError(transform, source, corners));
  };
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      add(column, row, 1);
      add(column + 1, row + 1, -1);
    }
  }
  return { triangles, errorPx };
}

/**
 * Bound of the distance between the projective and the affine image of a point of a triangle. The images are means of the
 * corners' images, with weights bᵢwᵢ/Σbw and bᵢ: barycentric coordinates b, homogeneous denominators w. Their total variation is
 * largest on two corners with the extremes of w, there (√r − 1)/(√r + 1) for r = max w / min w; times the longest side.
 */
function affineError(
  [, , , , , , g = 0, h = 0, i = 0]: Homography,
  source: readonly Point[],
  [p, q, r]: readonly [Point, Point, Point],
): number {
  const denominators = source.map(({ x, y }) => g * x + h * y + i);
  const root = Math.sqrt(Math.max(...denominators) / Math.min(...denominators));
  const longest = Math.max(distance(p, q), distance(q, r), distance(r, p));
  return (longest * (root - 1)) / (root + 1);
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
