import { likeness, lookDifferences, type Spread } from '../../shared/vision/tracking/likeness.ts';
import { FITTED_LINK_MODEL, worth } from '../../shared/vision/tracking/link.ts';
import { type Choice, conditionalLogit } from '../mot/conditional-logit.ts';
import { choicesIn } from '../mot/fit.ts';
import type { Sequence } from '../mot/sequence.ts';
import { paintedClip } from './clips.ts';
import type { Material } from './cutouts.ts';
import { LOOKS } from './paint.ts';

/** Clips in which people look alike are for judging. */
const FITTED_LOOKS = ['steady light', 'strong light'];

interface Fit {
  readonly same: Spread;
  readonly others: Spread;
  /** Of appearance in a link, against the evidence of place and time as it is. */
  readonly weight: number;
}

/** What `likeness.ts` and `link.ts` have, learned from painted clips; to two decimals. */
export async function fitAppearance(sequences: readonly Sequence[], material: Material): Promise<Fit> {
  const [same, others]: [number[], number[]] = [[], []];
  const choices: Choice[] = [];
  for (const look of FITTED_LOOKS) {
    for (const [i, sequence] of sequences.entries()) {
      const light = LOOKS[look];
      if (!light) throw new RangeError(`There is no look ${look}.`);
      const { frames } = await paintedClip(sequence, material, light, 2000 + i);
      const found = choicesIn(sequence, frames, (tracklets, samples) => {
        const differences = lookDifferences(tracklets, samples);
        same.push(...differences.same);
        others.push(...differences.others);
        const alike = likeness(tracklets, samples);
        return ({ row, column, evidence }) => [worth(evidence, FITTED_LINK_MODEL), alike(row, column)];
      });
      choices.push(...found);
    }
  }
  const [placed = 1, alike = 0] = conditionalLogit(choices, 2);
  return { same: spread(same), others: spread(others), weight: rounded(alike / placed) };
}

function spread(values: readonly number[]): Spread {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean: rounded(mean), deviation: rounded(Math.sqrt(variance)) };
}

const rounded = (value: number): number => Math.round(100 * value) / 100;
