/**
 * Points between which interpolation restores all others (Ramer–Douglas–Peucker: the worst point is kept until none is off
 * by more than the tolerance).
 * @param points in order
 * @param errorBetween for two points: how far another is off what interpolation between them gives, ≥ 0
 * @returns a subsequence of the points with the first and the last one
 */
export function reducePoints<Point>(
  points: readonly Point[],
  errorBetween: (from: Point, to: Point) => (between: Point) => number,
  tolerance: number,
): Point[] {
  if (points.length < 3) return [...points];
  const kept = new Set([0, points.length - 1]);
  const spans: [number, number][] = [[0, points.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span;
    const errorOf = errorBetween(points[first] as Point, points[last] as Point);
    let [worst, greatest] = [first, tolerance];
    for (let index = first + 1; index < last; index++) {
      const error = errorOf(points[index] as Point);
      if (error > greatest) [worst, greatest] = [index, error];
    }
    if (worst === first) continue;
    kept.add(worst);
    spans.push([first, worst], [worst, last]);
  }
  return points.filter((_, index) => kept.has(index));
}
