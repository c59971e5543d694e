import type { Size } from '../shared/kernel/geometry/box.ts';
import {
  type Corners,
  type Homography,
  multiply,
  project,
  rectangleTo,
} from '../shared/kernel/geometry/homography.ts';
import { type Point, quadrilateralShape } from '../shared/kernel/geometry/polygon.ts';

/** A corner nearer than this to the line through its neighbours makes a surface too flat to show anything on. */
const FLATTEST_PX = 0.01;

/**
 * The projective map that maps an element onto a surface: from the element's pixels to the pixels of the video as it is
 * displayed, both from their top left corners.
 * @param corners fractions of the frame, in the order stored: the element's top left corner goes to the first, its top right
 *   corner to the second, then bottom right and bottom left
 * @param element its size before the transform, pixels
 * @param video the size at which the picture is displayed, pixels, without the bars of `object-fit: contain`
 * @returns null where the corners are not those of a convex quadrilateral, or not finite
 */
export function surfaceTransform(corners: readonly Point[], element: Size, video: Size): Homography | null {
  const displayed = corners.map(({ x, y }) => ({ x: x * video.width, y: y * video.height }));
  if (displayed.length !== 4 || quadrilateralShape(displayed, FLATTEST_PX) !== 'convex') return null;
  const [halfWidth, halfHeight] = [element.width / 2, element.height / 2];
  const flat = displayed.flatMap(({ x, y }) => [x, y]) as unknown as Corners;
  const centred = rectangleTo(flat, halfWidth, halfHeight);
  return centred && multiply(centred, Float64Array.of(1, 0, -halfWidth, 0, 1, -halfHeight, 0, 0, 1));
}

/**
 * The value of CSS `transform` that does what the map does; needs `transform-origin: 0 0`. Numbers are written with an exponent:
 * Chromium reads others to seven decimals only, by which surfaces seen from the side are off by pixels.
 */
export function matrix3d(transform: Homography): string {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = transform;
  // Column by column; the third row and column, those of depth, do nothing.
  const columns = [a, d, 0, g, b, e, 0, h, 0, 0, 1, 0, c, f, 0, i];
  return `matrix3d(${columns.map((number) => number.toExponential()).join(', ')})`;
}

/** Where the map takes a point. With the map's `inverse`: which point of the element is at a point of the video. */
export function mapPoint(transform: Homography, { x, y }: Point): Point {
  const image: [number, number] = [0, 0];
  project(transform, x, y, image);
  return { x: image[0], y: image[1] };
}
