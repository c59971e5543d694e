import { sideOf } from './border-parts.ts';
import type { Outline } from './outline.ts';

/** Fewer parts of two opposite sides do not say whether these show. */
const LEAST_PARTS = 2;

/**
 * How much of the border shows on the two opposite sides of which less does: what moves in one direction leaves the
 * sides along it where they were.
 * @param counts which parts count
 * @returns how much of all shows, where that is less
 */
export function weakerPair(
  { shown, parts }: Outline,
  counts: (part: number) => boolean = () => true,
): number {
  let weaker = shown;
  for (const pair of [0, 1]) {
    const estimate = [...parts].flatMap(([part, value]) =>
      sideOf(part) % 2 === pair && counts(part) ? [value] : [],
    );
    if (estimate.length < LEAST_PARTS) continue;
    weaker = Math.min(weaker, estimate.reduce((sum, value) => sum + value, 0) / estimate.length);
  }
  return weaker;
}
