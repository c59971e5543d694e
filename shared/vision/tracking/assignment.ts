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
 * @returns for each row its column, or −1
 */
export function assign(rows: number, columns: number, pairs: readonly WeightedPair[]): Int32Array {
  const graph = adjacency(rows, pairs);
  const rowOf = new Int32Array(columns + rows).fill(NONE);
  const columnOf = new Int32Array(rows).fill(NONE);
  const rowPotential = new Float64Array(rows);
  const columnPotential = new Float64Array(columns + rows);
  for (let row = 0; row < rows; row++) {
    for (let k = at(graph.start, row); k < at(graph.start, row + 1); k++) {
      rowPotential[row] = Math.min(at(rowPotential, row), -at(graph.weight, k));
    }
  }

  const distance = new Float64Array(columns + rows).fill(Number.POSITIVE_INFINITY);
  const previousRow = new Int32Array(columns + rows);
  for (let source = 0; source < rows; source++) {
    const queue = new MinHeap();
    const reached: number[] = [];
    const settled: number[] = [];
    const relax = (row: number, column: number, cost: number, sofar: number): void => {
      // Reduced costs are ≥ 0 but for rounding, which must not reopen a settled column.
      const length = sofar + Math.max(0, cost - at(rowPotential, row) - at(columnPotential, column));
      if (length >= at(distance, column)) return;
      if (at(distance, column) === Number.POSITIVE_INFINITY) reached.push(column);
      distance[column] = length;
      previousRow[column] = row;
      queue.push(length, column);
    };

    let row = source;
    let sofar = 0;
    let end = NONE;
    while (end === NONE) {
      for (let k = at(graph.start, row); k < at(graph.start, row + 1); k++) {
        relax(row, at(graph.column, k), -at(graph.weight, k), sofar);
      }
      relax(row, columns + row, 0, sofar);
      let column = queue.pop();
      while (column.key > at(distance, column.value)) column = queue.pop();
      sofar = column.key;
      const owner = at(rowOf, column.value);
      if (owner === NONE) end = column.value;
      else {
        settled.push(column.value);
        row = owner;
      }
    }

    rowPotential[source] = at(rowPotential, source) + sofar;
    for (const column of settled) {
      const slack = sofar - at(distance, column);
      columnPotential[column] = at(columnPotential, column) - slack;
      const owner = at(rowOf, column);
      rowPotential[owner] = at(rowPotential, owner) + slack;
    }
    while (end !== NONE) {
      const owner = at(previousRow, end);
      const released = at(columnOf, owner);
      rowOf[end] = owner;
      columnOf[owner] = end;
      end = owner === source ? NONE : released;
    }
    for (const column of reached) distance[column] = Number.POSITIVE_INFINITY;
  }
  return columnOf.map((column) => (column < columns ? column : NONE));
}

interface Graph {
  /** WeightedPairs of row r lie at start[r] … start[r + 1] − 1. */
  readonly start: Int32Array;
  readonly column: Int32Array;
  readonly weight: Float64Array;
}

function adjacency(rows: number, pairs: readonly WeightedPair[]): Graph {
  const useful = pairs.filter(({ weight }) => weight > 0);
  const start = new Int32Array(rows + 1);
  for (const { row } of useful) start[row + 1] = at(start, row + 1) + 1;
  for (let row = 0; row < rows; row++) start[row + 1] = at(start, row + 1) + at(start, row);
  const next = start.slice();
  const column = new Int32Array(useful.length);
  const weight = new Float64Array(useful.length);
  for (const candidate of useful) {
    const k = at(next, candidate.row);
    column[k] = candidate.column;
    weight[k] = candidate.weight;
    next[candidate.row] = k + 1;
  }
  return { start, column, weight };
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

/** Typed arrays are indexed within their bounds here; the fallback only satisfies the type. */
const at = (array: Int32Array | Float64Array, index: number): number => array[index] ?? Number.NaN;
