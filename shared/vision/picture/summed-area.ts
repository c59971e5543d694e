/** The sum over the square whose first pixel is (x, y); it lies inside the picture. */
export type SquareSum = (x: number, y: number, side: number) => number;

/**
 * Sums over squares of a picture, each in constant time: a table of the sums over all that is above and to the left
 * (Crow, "Summed-area tables for texture mapping", SIGGRAPH 1984).
 * @param values row-major
 */
export function summedArea(values: Float64Array, width: number, height: number): SquareSum {
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += values[y * width + x] as number;
      const i = (y + 1) * stride + x + 1;
      sums[i] = (sums[i - stride] as number) + row;
    }
  }
  return (x, y, side) => {
    const [top, bottom] = [y * stride + x, (y + side) * stride + x];
    return (
      (sums[bottom + side] as number) -
      (sums[bottom] as number) -
      (sums[top + side] as number) +
      (sums[top] as number)
    );
  };
}
