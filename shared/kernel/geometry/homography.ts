/** A projective map of the plane: 3×3, row-major, of any scale. */
export type Homography = Float64Array;

/** Four points, in order around a surface: x1, y1, …, x4, y4. */
export type Corners = readonly [number, number, number, number, number, number, number, number];

/** First `inner`, then `outer`; scaled so that the last element is 1 wherever that is possible. */
export function multiply(outer: Homography, inner: Homography): Homography {
  const product = new Float64Array(9);
  for (let row = 0; row < 9; row += 3)
    for (let column = 0; column < 3; column++)
      product[row + column] =
        (outer[row] as number) * (inner[column] as number) +
        (outer[row + 1] as number) * (inner[column + 3] as number) +
        (outer[row + 2] as number) * (inner[column + 6] as number);
  return scaled(product);
}

/** The inverse map; all zeros for a map that has none. */
export function inverse(h: Homography): Homography {
  const [a, b, c, d, e, f, g, i, j] = h as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const adjugate = Float64Array.of(
    e * j - f * i,
    c * i - b * j,
    b * f - c * e,
    f * g - d * j,
    a * j - c * g,
    c * d - a * f,
    d * i - e * g,
    b * g - a * i,
    a * e - b * d,
  );
  const determinant = a * (adjugate[0] as number) + b * (adjugate[3] as number) + c * (adjugate[6] as number);
  return Math.abs(determinant) > 1e-300 ? scaled(adjugate) : new Float64Array(9);
}

function scaled(h: Homography): Homography {
  const last = h[8] as number;
  if (Math.abs(last) > 1e-12) for (let i = 0; i < 9; i++) h[i] = (h[i] as number) / last;
  return h;
}

/** Writes the image of (x, y) to `into` at `at`; not finite for points at infinity. */
export function project(
  h: Homography,
  x: number,
  y: number,
  into: { [index: number]: number },
  at = 0,
): void {
  const w = (h[6] as number) * x + (h[7] as number) * y + (h[8] as number);
  into[at] = ((h[0] as number) * x + (h[1] as number) * y + (h[2] as number)) / w;
  into[at + 1] = ((h[3] as number) * x + (h[4] as number) * y + (h[5] as number)) / w;
}

/**
 * The map of the rectangle [-a, a] × [-b, b] onto four points (P. Heckbert, "Fundamentals of texture mapping and image
 * warping", 1989): (-a, -b) goes to the first, (a, -b) to the second, and so on around.
 * @returns null where three of the points are on one line
 */
export function rectangleTo(corners: Corners, a: number, b: number): Homography | null {
  const [x0, y0, x1, y1, x2, y2, x3, y3] = corners;
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const [dx1, dy1, dx2, dy2] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const determinant = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / determinant;
  const h = (dx1 * sy - sx * dy1) / determinant;
  const square = Float64Array.of(
    x1 - x0 + g * x1,
    x3 - x0 + h * x3,
    x0,
    y1 - y0 + g * y1,
    y3 - y0 + h * y3,
    y0,
    g,
    h,
    1,
  );
  const map = multiply(square, Float64Array.of(0.5 / a, 0, 0.5, 0, 0.5 / b, 0.5, 0, 0, 1));
  return map.every(Number.isFinite) && Math.abs(determinantOf(map)) > 1e-12 ? map : null;
}

function determinantOf(h: Homography): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, i = 0, j = 0] = h;
  return a * (e * j - f * i) - b * (d * j - f * g) + c * (d * i - e * g);
}

/** Where the corners of the rectangle [-a, a] × [-b, b] come to lie. */
export function cornersOf(h: Homography, a: number, b: number): Corners {
  const corners = [0, 0, 0, 0, 0, 0, 0, 0] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  project(h, -a, -b, corners, 0);
  project(h, a, -b, corners, 2);
  project(h, a, b, corners, 4);
  project(h, -a, b, corners, 6);
  return corners;
}
