import type { TrackerFrame } from '../../shared/vision/tracking/stabilise.ts';
import { trackObjects } from '../../shared/vision/tracking/track-objects.ts';
import { figures, pairFrames, pool, type Tally, tally } from '../mot/evaluate.ts';
import { type Sequence, toRows } from '../mot/sequence.ts';
import { type DescribedClip, paintedClip, undescribed } from './clips.ts';
import type { Material } from './cutouts.ts';
import { LOOKS } from './paint.ts';

/** The head of a table of `comparison`s. */
export const COMPARED =
  '| clips | MOTA | IDF1 | HOTA | ID switches | with appearance: MOTA | IDF1 | HOTA | ID switches |\n|---|---|---|---|---|---|---|---|---|';

/** Clips tracked without and with what their objects look like. */
export const comparison = (name: string, clips: readonly DescribedClip[]): string =>
  row(name, clips.map(trial));

/** What appearance is worth on painted clips: by how they look, then by sequence. */
export async function appearanceTable(sequences: readonly Sequence[], material: Material): Promise<string> {
  const trials: (Trial & { readonly look: string; readonly name: string })[] = [];
  for (const [look, light] of Object.entries(LOOKS)) {
    for (const [i, sequence] of sequences.entries()) {
      const clip = await paintedClip(sequence, material, light, 1000 + i);
      trials.push({ look, name: sequence.name.replace(/ #\d+$/, ''), ...trial(clip) });
    }
  }
  const rows = (by: 'look' | 'name'): string[] =>
    [...Map.groupBy(trials, (each) => each[by])].map(([name, those]) => row(name, those));
  return [COMPARED, ...rows('look'), ...rows('name')].join('\n');
}

interface Trial {
  readonly without: Tally;
  readonly using: Tally;
}

function trial({ sequence, stride, frames }: DescribedClip): Trial {
  const tracked = (input: readonly TrackerFrame[]): Tally =>
    tally(pairFrames(sequence.truth, toRows(trackObjects(input)), { mot17: sequence.mot17, stride }));
  return { without: tracked(undescribed(frames)), using: tracked(frames) };
}

function row(name: string, trials: readonly Trial[]): string {
  const cells = [trials.map(({ without }) => without), trials.map(({ using }) => using)].flatMap(
    (tallies) => {
      const { mota, idf1, hota, switches } = figures(pool(tallies));
      return [...[mota, idf1, hota].map((share) => (100 * share).toFixed(1)), switches];
    },
  );
  return `| ${[name, ...cells].join(' | ')} |`;
}
