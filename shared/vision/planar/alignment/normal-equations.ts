import type { Homography } from '../../../kernel/geometry/homography.ts';
import type { Texture } from '../template/common-texture.ts';
import type { Comparison } from '../template/comparison.ts';
import { solveSymmetric } from './solve.ts';

/** Parameters of a homography near the identity: shift (2), linear part (4), perspective (2). */
const PARAMETERS = 8;

/** What a change of all parameters by one moves a point of the grid by, along x and along y. */
const alongX = new Float64Array(PARAMETERS);
const alongY = new Float64Array(PARAMETERS);

function setJacobian(x: number, y: number): void {
  alongX[0] = 1;
  alongX[2] = x;
  alongX[3] = y;
  alongX[6] = -x * x;
  alongX[7] = -x * y;
  alongY[1] = 1;
  alongY[4] = x;
  alongY[5] = y;
  alongY[6] = -x * y;
  alongY[7] = -y * y;
}

/** The weighted least squares problem of a small change of a map. */
export class NormalEquations {
  readonly matrix = new Float64Array(PARAMETERS * PARAMETERS);
  readonly vector = new Float64Array(PARAMETERS);

  reset(): void {
    this.matrix.fill(0);
    this.vector.fill(0);
  }

  /** A shift of the point (x, y) with the normal equations (xx, xy; xy, yy) · shift = (bx, by). */
  add(
    x: number,
    y: number,
    weight: number,
    xx: number,
    xy: number,
    yy: number,
    bx: number,
    by: number,
  ): void {
    setJacobian(x, y);
    const { matrix, vector } = this;
    for (let i = 0; i < PARAMETERS; i++) {
      const u = alongX[i] as number;
      const v = alongY[i] as number;
      const p = weight * (xx * u + xy * v);
      const q = weight * (xy * u + yy * v);
      vector[i] = (vector[i] as number) + weight * (bx * u + by * v);
      for (let j = 0; j <= i; j++) {
        const at = i * PARAMETERS + j;
        matrix[at] = (matrix[at] as number) + p * (alongX[j] as number) + q * (alongY[j] as number);
      }
    }
  }

  /** All cells that are seen, with their weights. */
  addCells({ grid, seen, bx, by }: Comparison, { xx, xy, yy }: Texture, weights: Float64Array): void {
    for (let cell = 0; cell < seen.length; cell++) {
      const weight = weights[cell] as number;
      if (!seen[cell] || weight <= 0) continue;
      this.add(
        grid.x[cell] as number,
        grid.y[cell] as number,
        weight,
        xx[cell] as number,
        xy[cell] as number,
        yy[cell] as number,
        bx[cell] as number,
        by[cell] as number,
      );
    }
  }

  /**
   * Where the corners of the rectangle [-a, a] × [-b, b] are to go, in order around it: with one weight for the shift that
   * all have in common, with another for what each one does beside.
   */
  addCorners(a: number, b: number, targets: Float64Array, shift: number, shape: number): void {
    for (let along = 0; along < 2; along++) {
      const rows = [0, 1, 2, 3].map((corner) => {
        setJacobian(corner === 1 || corner === 2 ? a : -a, corner >= 2 ? b : -b);
        return (along === 0 ? alongX : alongY).slice();
      });
      const mean = rows[0]?.map((_, i) =>
        rows.reduce((sum, row) => sum + (row[i] as number) / 4, 0),
      ) as Float64Array;
      let target = 0;
      for (let corner = 0; corner < 4; corner++) target += (targets[2 * corner + along] as number) / 4;
      this.#addRow(mean, 4 * shift, target);
      for (const [corner, row] of rows.entries())
        this.#addRow(
          row.map((value, i) => value - (mean[i] as number)),
          shape,
          (targets[2 * corner + along] as number) - target,
        );
    }
  }

  #addRow(row: Float64Array, weight: number, target: number): void {
    const { matrix, vector } = this;
    for (let i = 0; i < PARAMETERS; i++) {
      const value = weight * (row[i] as number);
      vector[i] = (vector[i] as number) + value * target;
      for (let j = 0; j <= i; j++)
        matrix[i * PARAMETERS + j] = (matrix[i * PARAMETERS + j] as number) + value * (row[j] as number);
    }
  }

  /** The greatest variance of a corner of the rectangle [-a, a] × [-b, b], along x or y, if measurements have variance 1. */
  cornerVariance(a: number, b: number): number {
    let greatest = 0;
    for (let row = 0; row < PARAMETERS; row++) {
      const corner = row >> 1;
      setJacobian(corner === 1 || corner === 2 ? a : -a, corner >= 2 ? b : -b);
      const along = (row % 2 === 0 ? alongX : alongY).slice();
      const solved = along.slice();
      if (!solveSymmetric(this.matrix.slice(), solved, PARAMETERS)) return Number.POSITIVE_INFINITY;
      greatest = Math.max(
        greatest,
        solved.reduce((sum, value, i) => sum + value * (along[i] as number), 0),
      );
    }
    return greatest;
  }

  /** @returns the change of the map that solves them; null where they do not determine one */
  solve(): Homography | null {
    if (!solveSymmetric(this.matrix, this.vector, PARAMETERS)) return null;
    const [tx = 0, ty = 0, a = 0, b = 0, c = 0, d = 0, p = 0, q = 0] = this.vector;
    return Float64Array.of(1 + a, b, tx, c, 1 + d, ty, p, q, 1);
  }
}
