/** Samples along each side of a cell, and in the whole of it. */
export const CELL_SIDE = 8;
export const CELL_SAMPLES = CELL_SIDE * CELL_SIDE;

/**
 * A rectangle cut into square cells of samples. Its coordinates have their origin in the middle and are scaled so that it
 * has an area of 4: x from -a to a, y from -b to b, where a · b = 1.
 */
export interface CellGrid {
  readonly columns: number;
  readonly rows: number;
  readonly a: number;
  readonly b: number;
  /** Centre of every cell, row by row. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Distances between samples. */
  readonly stepX: number;
  readonly stepY: number;
}

/** Fewer cells along a side do not tell a homography. */
const MIN_CELLS = 3;

/**
 * @param aspect width / height
 * @param samples along the side of a square of the same area; rounded to whole cells
 */
export function cellGrid(aspect: number, samples: number): CellGrid {
  const a = Math.sqrt(aspect);
  const b = 1 / a;
  const columns = Math.max(MIN_CELLS, Math.round((samples * a) / CELL_SIDE));
  const rows = Math.max(MIN_CELLS, Math.round((samples * b) / CELL_SIDE));
  const [x, y] = [new Float64Array(columns * rows), new Float64Array(columns * rows)];
  for (let i = 0; i < x.length; i++) {
    x[i] = a * ((2 * (i % columns) + 1) / columns - 1);
    y[i] = b * ((2 * Math.floor(i / columns) + 1) / rows - 1);
  }
  const [stepX, stepY] = [(2 * a) / (columns * CELL_SIDE), (2 * b) / (rows * CELL_SIDE)];
  return { columns, rows, a, b, x, y, stepX, stepY };
}
