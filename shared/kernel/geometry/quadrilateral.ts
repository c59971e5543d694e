import type { Corners } from './homography.ts';

/** Area, positive where the corners go round clockwise on the screen; that of crossing sides partly cancels. */
export function signedArea(c: Corners): number {
  return ((c[4] - c[0]) * (c[7] - c[3]) - (c[6] - c[2]) * (c[5] - c[1])) / 2;
}

/** Whether the corners go round a convex quadrilateral, in the sense of `sign` (1 or -1). */
export function isConvex(c: Corners, sign: number): boolean {
  for (let i = 0; i < 8; i += 2) {
    const [j, k] = [(i + 2) % 8, (i + 4) % 8];
    const turn =
      ((c[j] as number) - (c[i] as number)) * ((c[k + 1] as number) - (c[j + 1] as number)) -
      ((c[j + 1] as number) - (c[i + 1] as number)) * ((c[k] as number) - (c[j] as number));
    if (!(turn * sign > 0)) return false;
  }
  return true;
}

/** The greatest distance between corresponding corners. */
export function cornerDistance(a: Corners, b: Corners): number {
  let greatest = 0;
  for (let i = 0; i < 8; i += 2) {
    const squared =
      ((a[i] as number) - (b[i] as number)) ** 2 + ((a[i + 1] as number) - (b[i + 1] as number)) ** 2;
    if (!(squared <= greatest)) greatest = squared;
  }
  return Math.sqrt(greatest);
}

/** Length of the side from corner `index` to the next. */
export function sideLength(c: Corners, index: number): number {
  const [i, j] = [2 * index, (2 * index + 2) % 8];
  return Math.hypot((c[j] as number) - (c[i] as number), (c[j + 1] as number) - (c[i + 1] as number));
}
