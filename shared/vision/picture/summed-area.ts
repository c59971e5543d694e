/**
 * Sums over squares of a picture, each in constant time: a table of the sums over all that is above and to the left
 * (Crow, "Summed-area tables for texture mapping", SIGGRAPH 1984).
 */
export class SummedArea {
  readonly #sums: Float64Array;
  readonly #stride: number;

  /**
   * @param fillRow fills in the values of row `y`. A function of a single pixel would leave a boxed number behind for each: V8 keeps
   *   what it returns in a register only where it is inlined.
   */
  constructor(width: number, height: number, fillRow: (y: number, row: Float64Array) => void) {
    const stride = width + 1;
    const sums = new Float64Array(stride * (height + 1));
    const row = new Float64Array(width);
    for (let y = 0; y < height; y++) {
      fillRow(y, row);
      let total = 0;
      for (let x = 0, i = (y + 1) * stride + 1; x < width; x++, i++) {
        total += row[x] as number;
        sums[i] = (sums[i - stride] as number) + total;
      }
    }
    this.#sums = sums;
    this.#stride = stride;
  }

  /** The sum over the square whose first pixel is (x, y); it lies inside the picture. */
  sum(x: number, y: number, side: number): number {
    const sums = this.#sums;
    const top = y * this.#stride + x;
    const bottom = top + side * this.#stride;
    return (
      (sums[bottom + side] as number) -
      (sums[bottom] as number) -
      (sums[top + side] as number) +
      (sums[top] as number)
    );
  }
}
