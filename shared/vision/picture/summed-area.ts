type FillRow = (y: number, row: Float64Array) => void;

/**
 * Sums over squares of a picture, each in constant time: a table of the sums over all that is above and to the left
 * (Crow, "Summed-area tables for texture mapping", SIGGRAPH 1984).
 */
export class SummedArea {
  #sums = new Float64Array(0);
  #stride = 0;

  /** @param fillRow as in {@link fill} */
  static of(width: number, height: number, fillRow: FillRow): SummedArea {
    const area = new SummedArea();
    area.fill(width, height, fillRow);
    return area;
  }

  /**
   * Takes another picture in place of the one before, in the same memory unless it is larger.
   * @param fillRow sets the values of a row. A function of a single pixel would leave a boxed number behind for each: V8 keeps
   *   what it returns in a register only where it is inlined.
   */
  fill(width: number, height: number, fillRow: FillRow): void {
    const stride = width + 1;
    const size = stride * (height + 1);
    const sums = this.#sums.length < size ? new Float64Array(size) : this.#sums;
    sums.fill(0, 0, stride);
    const row = new Float64Array(width);
    for (let y = 0; y < height; y++) {
      fillRow(y, row);
      let total = 0;
      let i = (y + 1) * stride;
      sums[i++] = 0;
      for (let x = 0; x < width; x++, i++) {
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
