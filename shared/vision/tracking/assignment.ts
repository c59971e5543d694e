/** A possible pair of a row and a column, and what choosing it is worth. Pairs of weight ≤ 0 are never chosen. */
export interface WeightedPair {
  readonly row: number;
  readonly column: number;
  readonly weight: number;
}

const NONE = -1;

/**
 * Maximum-weight matching of a sparse bipartite graph: every row and every column is used at most once, and the
 * sum of the weights of the chosen pairs is the greatest possible.
 *
 * Successive shortest augmenting paths with potentials (Jonker & Volgenant, "A shortest augmenting path algorithm
 * for dense and sparse linear assignment problems", Computing 38, 1987). Every row also has a column of its own of
 * weight 0, which stands for "left alone", so that a path ends as soon as leaving a row alone is best.
 *
 * Arrays are plain ones: a frame has four small problems, and short typed arrays take three times as long to make.
 *
 * @returns for each row its column, or −1
 */
export function assign(rows: number, columns: number, pairs: readonly WeightedPair[]): number[] {
  const { start, candidates } = candidatesByRow(rows, pairs);
  const columnOf = new Array<number>(rows).fill(NONE);
  if (candidates.length === 0) return columnOf;
  const rowOf = new Array<number>(columns + rows).fill(NONE);
  const rowPotential = new Array<number>(rows).fill(0);
  const columnPotential = new Array<number>(columns + rows).fill(0);
  for (const { row, weight } of candidates) {
    rowPotential[row] = Math.min(rowPotential[row] as number, -weight);
  }

  const distance = new Array<number>(columns + rows).fill(Number.POSITIVE_INFINITY);
  const previousRow = new Array<number>(columns + rows).fill(NONE);
  const queue = new MinHeap();
  const reached: number[] = [];
  const settled: number[] = [];
  const relax = (row: number, column: number, cost: number, sofar: number): void => {
    // Reduced costs are ≥ 0 but for rounding, which must not reopen a settled column.
    const reduced = cost - (rowPotential[row] as number) - (columnPotential[column] as number);
    const length = sofar + Math.max(0, reduced);
    const known = distance[column] as number;
    if (length >= known) return;
    if (known === Number.POSITIVE_INFINITY) reached.push(column);
    distance[column] = length;
    previousRow[column] = row;
    queue.push(length, column);
  };

  for (let source = 0; source < rows; source++) {
    let row = source;
    let sofar = 0;
    let end = NONE;
    while (end === NONE) {
      for (let k = start[row] as number; k < (start[row + 1] as number); k++) {
        const { column, weight } = candidates[k] as WeightedPair;
        relax(row, column, -weight, sofar);
      }
      relax(row, columns + row, 0, sofar);
      let nearest = queue.pop();
      while (nearest.key > (distance[nearest.value] as number)) nearest = queue.pop();
      sofar = nearest.key;
      const owner = rowOf[nearest.value] as number;
      if (owner === NONE) end = nearest.value;
      else {
        settled.push(nearest.value);
        row = owner;
      }
    }

    rowPotential[source] = (rowPotential[source] as number) + sofar;
    for (const column of settled) {
      const slack = sofar - (distance[column] as number);
      columnPotential[column] = (columnPotential[column] as number) - slack;
      const owner = rowOf[column] as number;
      rowPotential[owner] = (rowPotential[owner] as number) + slack;
    }
    while (end !== NONE) {
      const owner = previousRow[end] as number;
      const released = columnOf[owner] as number;
      rowOf[end] = owner;
      columnOf[owner] = end;
      end = owner === source ? NONE : released;
    }
    for (const column of reached) distance[column] = Number.POSITIVE_INFINITY;
    reached.length = 0;
    settled.length = 0;
    queue.clear();
  }
  return columnOf.map((column) => (column < columns ? column : NONE));
}

/** The pairs of row r that are worth anything lie at start[r] … start[r + 1] − 1. */
function candidatesByRow(
  rows: number,
  pairs: readonly WeightedPair[],
): { start: readonly number[]; candidates: readonly WeightedPair[] } {
  const candidates = pairs.filter(({ weight }) => weight > 0).sort((a, b) => a.row - b.row);
  const start = new Array<number>(rows + 1).fill(candidates.length);
  for (let k = candidates.length - 1; k >= 0; k--) start[(candidates[k] as WeightedPair).row] = k;
  for (let row = rows - 1; row >= 0; row--) {
    start[row] = Math.min(start[row] as number, start[row + 1] as number);
  }
  return { start, candidates };
}

interface HeapItem {
  readonly key: number;
  readonly value: number;
}

/** Binary heap, smallest key first; equal keys in the order of their values, so that the result is unique. */
class MinHeap {
  readonly #items: HeapItem[] = [];

  push(key: number, value: number): void {
    const items = this.#items;
    const item = { key, value };
    let hole = items.length;
    items.push(item);
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      const above = items[parent];
      if (above === undefined || !before(item, above)) break;
      items[hole] = above;
      hole = parent;
    }
    items[hole] = item;
  }

  clear(): void {
    this.#items.length = 0;
  }

  /** Removes the smallest item; there must be one. */
  pop(): HeapItem {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (top === undefined || last === undefined) throw new RangeError('The heap is empty.');
    let hole = 0;
    while (items.length > 0) {
      const left = items[2 * hole + 1];
      const right = items[2 * hole + 2];
      const goRight = left !== undefined && right !== undefined && before(right, left);
      const child = goRight ? right : left;
      if (child === undefined || !before(child, last)) {
        items[hole] = last;
        break;
      }
      items[hole] = child;
      hole = 2 * hole + (goRight ? 2 : 1);
    }
    return top;
  }
}

const before = (a: HeapItem, b: HeapItem): boolean => a.key < b.key || (a.key === b.key && a.value < b.value);
