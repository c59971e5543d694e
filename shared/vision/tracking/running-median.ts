/** Values before and after each one. */
const SIDE = 2;

/**
 * The median of each value and two before and after it, of fewer on both sides where others are missing, so that values at
 * ends stay: one or two wrong values in a row leave no trace, while steps and steady changes stay where they are
 * (Tukey, "Exploratory Data Analysis", 1977).
 * @param values NaN where one is missing
 * @returns NaN where a value is missing
 */
export function runningMedian(values: Float64Array): Float64Array {
  const near = new Float64Array(2 * SIDE + 1);
  return values.map((value, k) => {
    const side = knownSide(values, k);
    return side === 0 ? value : median(near, values, k - side, k + side);
  });
}

/** How many values are known on both sides of a known one. */
function knownSide(values: Float64Array, k: number): number {
  const isKnown = (i: number): boolean => !Number.isNaN(values[i] ?? Number.NaN);
  let side = 0;
  if (isKnown(k)) while (side < SIDE && isKnown(k - side - 1) && isKnown(k + side + 1)) side++;
  return side;
}

/** Sorts by insertion: for so few that is ten times faster than `sort`, and each box of a video comes here. */
function median(near: Float64Array, values: Float64Array, first: number, last: number): number {
  for (let i = first; i <= last; i++) {
    const value = values[i] as number;
    let at = i - first;
    for (; at > 0 && (near[at - 1] as number) > value; at--) near[at] = near[at - 1] as number;
    near[at] = value;
  }
  return near[(last - first) >> 1] as number;
}
