import { expect, test } from 'vitest';
import type { FeatureMatch } from '../../../../shared/vision/planar/finding/feature-matches.ts';
import { emptyFeatures, type Features } from '../../../../shared/vision/planar/finding/features.ts';
import {
  affineOf,
  agreement,
  similarityOf,
} from '../../../../shared/vision/planar/finding/match-proposals.ts';

const PLACES = [
  [10, 20],
  [110, 30],
  [40, 120],
  [90, 90],
] as const;
const MATCHES = PLACES.map((_, i): FeatureMatch => ({ from: i, to: i, distance: 0 }));
const [ONE, TWO, THREE] = MATCHES as [FeatureMatch, FeatureMatch, FeatureMatch];

/** Features at places that a map (x, y) ↦ (a·x + b·y + 5, c·x + d·y − 3) moves and turns. */
function mapped([a, b, c, d]: readonly [number, number, number, number]): Features {
  const features = emptyFeatures(PLACES.length);
  for (const [i, [x, y]] of PLACES.entries()) {
    features.x[i] = a * x + b * y + 5;
    features.y[i] = c * x + d * y - 3;
    features.angle[i] = Math.atan2(c, a);
    features.size[i] = 1;
  }
  return features;
}
const STILL = mapped([1, 0, 0, 1]);

test('three matches determine the affine map of a surface that is seen at another slant, with which all others agree', () => {
  const slanted = mapped([0.6, 0.2, -0.1, 1.1]);
  const proposal = affineOf(STILL, slanted, [ONE, TWO, THREE], 20);
  expect(proposal?.a).toBeCloseTo(0.6, 4);
  expect(proposal?.b).toBeCloseTo(0.2, 4);
  expect(proposal?.c).toBeCloseTo(-0.1, 4);
  expect(proposal?.d).toBeCloseTo(1.1, 4);
  expect(proposal && agreement(STILL, slanted, MATCHES, proposal, 3)).toBeCloseTo(4, 3);
});

test('two matches determine a similarity, with which the others of a slanted surface do not agree', () => {
  const turned = mapped([0.8, -0.6, 0.6, 0.8]);
  const proposal = similarityOf(STILL, turned, [ONE, TWO], 20);
  expect(proposal && agreement(STILL, turned, MATCHES, proposal, 3)).toBeCloseTo(4, 3);
  const slanted = mapped([0.6, 0.2, -0.1, 1.1]);
  const wrong = similarityOf(STILL, slanted, [ONE, TWO], 20);
  expect(wrong && agreement(STILL, slanted, MATCHES, wrong, 3)).toBeLessThan(3);
});

test('maps that mirror, squeeze by more than 4 or contradict the direction of a feature are no proposals', () => {
  expect(affineOf(STILL, mapped([-1, 0, 0, 1]), [ONE, TWO, THREE], 20)).toBeNull();
  expect(affineOf(STILL, mapped([1, 0, 0, 0.2]), [ONE, TWO, THREE], 20)).toBeNull();
  const misled = mapped([1, 0, 0, 1]);
  misled.angle[1] = 2;
  expect(affineOf(STILL, misled, [ONE, TWO, THREE], 20)).toBeNull();
  expect(similarityOf(STILL, misled, [ONE, TWO], 20)).toBeNull();
});

test('matches too close together are no proposal', () => {
  expect(similarityOf(STILL, STILL, [ONE, TWO], 200)).toBeNull();
  expect(affineOf(STILL, STILL, [ONE, TWO, THREE], 120)).toBeNull();
});
