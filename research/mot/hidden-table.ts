import { trackObjects } from '../../shared/vision/tracking/track-objects.ts';
import { figures, pool, type Tally } from './evaluate.ts';
import { SCENE_NAMES, simulate } from './scenes.ts';
import { evaluateTracker, readSequence, type Sequence, type Tracker } from './sequence.ts';
import { mot17, STRIDES, withStages } from './tables.ts';

const SEEDS = [1, 2];

/**
 * Tracks whose hidden stretches are bridged like shorter gaps, and those that leave them out: the quality of both, and how many
 * of the boxes that are left out would have been matched by CLEAR.
 */
export function hiddenTable(folder: string): string {
  const sequences = mot17(folder);
  const campus = readSequence(folder, 'TUD-Campus');
  const scenes = SCENE_NAMES.flatMap((name) => SEEDS.map((seed) => simulate(name, seed)));
  return [
    ['', 'stride', 'MOTA', 'IDF1', 'HOTA', 'ID switches', 'boxes left out', 'right', 'wrong'],
    Array<string>(9).fill('---'),
    ...STRIDES.map((stride) => row('MOT17-02+04+05', sequences, stride)),
    ...STRIDES.map((stride) => row('TUD-Campus', [campus], stride)),
    row('scenes', scenes, 1),
    row('scenes', scenes, '5 a second'),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function row(
  name: string,
  sequences: readonly Sequence[],
  stride: number | '5 a second',
): (string | number)[] {
  const tallyOf = (track: Tracker): Tally =>
    pool(
      sequences.map((sequence) =>
        evaluateTracker(
          sequence,
          typeof stride === 'number' ? stride : Math.max(1, Math.round(sequence.fps / 5)),
          track,
        ),
      ),
    );
  const bridged = tallyOf(withStages({ hiddenStretches: () => [] }));
  const leftOut = tallyOf(trackObjects);
  const [before, after] = [figures(bridged), figures(leftOut)];
  const percent = (['mota', 'idf1', 'hota'] as const).map((figure) =>
    [before, after].map((side) => (100 * side[figure]).toFixed(1)).join(' → '),
  );
  const boxes = bridged.outputs - leftOut.outputs;
  const right = bridged.matches - leftOut.matches;
  return [name, stride, ...percent, `${before.switches} → ${after.switches}`, boxes, right, boxes - right];
}
