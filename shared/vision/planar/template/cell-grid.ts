/** Samples along each side of a cell, and in the whole of it. */
export const CELL_SIDE = 8;
export const CELL_SAMPLES = CELL_SIDE * CELL_SIDE;

/**
 * A rectangle cut into square cells of samples, which may leave out its border. Its coordinates have their origin in the
 * middle and are scaled so that it has an area of 4: x from -a to a, y from -b to b, where a · b = 1.
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

/** Fewer cells along a side do not determine a homography. */
const MIN_CELLS = 3;
/** Of half the shorter side, at most, the border that is left out. */
const MOST_EDGE_SHARE = 0.25;

/**
 * @param aspect width / height
 * @param samples along the side of a square of the same area; rounded to whole cells
 * @param edge how much along its border has no cells, in units of the grid
 */
export function cellGrid(aspect: number, samples: number, edge = 0): CellGrid {
  const a = Math.sqrt(aspect);
  const b = 1 / a;
  const columns = Math.max(MIN_CELLS, Math.round((samples * a) / CELL_SIDE));
  const rows = Math.max(MIN_CELLS, Math.round((samples * b) / CELL_SIDE));
  const [x, y] = [new Float64Array(columns * rows), new Float64Array(columns * rows)];
  const border = Math.min(edge, MOST_EDGE_SHARE * Math.min(a, b));
  const [right, bottom] = [a - border, b - border];
  for (let i = 0; i < x.length; i++) {
    x[i] = right * ((2 * (i % columns) + 1) / columns - 1);
    y[i] = bottom * ((2 * Math.floor(i / columns) + 1) / rows - 1);
  }
  const [stepX, stepY] = [(2 * right) / (columns * CELL_SIDE), (2 * bottom) / (rows * CELL_SIDE)];
  return { columns, rows, a, b, x, y, stepX, stepY };
}
