/**
 * Sums over squares of a picture, each in constant time: a table of the sums over all that is above and to the left
 * (Crow, "Summed-area tables for texture mapping", SIGGRAPH 1984).
 */
export class SummedArea {
  readonly #sums: Float64Array;
  readonly #stride: number;

  /** @param valueAt of a pixel by its position in row-major order */
  constructor(width: number, height: number, valueAt: (position: number) => number) {
    const stride = width + 1;
    const sums = new Float64Array(stride * (height + 1));
    for (let y = 0, position = 0; y < height; y++) {
      let row = 0;
      for (let i = (y + 1) * stride + 1; i < (y + 2) * stride; i++, position++) {
        row += valueAt(position);
        sums[i] = (sums[i - stride] as number) + row;
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
