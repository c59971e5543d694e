import { iou } from '../../shared/kernel/geometry/box.ts';
import { assign } from '../../shared/vision/tracking/assignment.ts';
import { fragment } from '../../shared/vision/tracking/continuation.ts';
import { type LinkModel, type Reachable, reachable } from '../../shared/vision/tracking/link.ts';
import { type Observation, type Sample, toFrame } from '../../shared/vision/tracking/observation.ts';
import type { TrackerFrame } from '../../shared/vision/tracking/stabilise.ts';
import { ALL_STAGES, trackObjects } from '../../shared/vision/tracking/track-objects.ts';
import type { Tracklet } from '../../shared/vision/tracking/tracklets.ts';
import { type Choice, conditionalLogit, type Option } from './conditional-logit.ts';
import { byFrame, type MotRow } from './mot-file.ts';
import { SCENE_NAMES, simulate } from './scenes.ts';
import { annotated, type Sequence, sample } from './sequence.ts';

const STRIDES = [1, 3, 6, 10];
/** Every sequence and stride weighs as much as this many links, but a link never more than ten. */
const GROUP_WEIGHT = 300;
const GREATEST_WEIGHT = 10;
/** Simulated scenes that are learned from; the tables show others. */
const SCENE_SEEDS = [11, 12];

/**
 * The link model learned from the sequences given and from simulated scenes, to two decimals; always the same for the
 * same sequences.
 */
export function fitLinkModel(sequences: readonly Sequence[]): LinkModel {
  const scenes = SCENE_NAMES.flatMap((name) => SCENE_SEEDS.map((seed) => simulate(name, seed)));
  const choices = [
    ...sequences.flatMap((sequence) =>
      STRIDES.map((stride) => choicesIn(sequence, sampled(sequence, stride))),
    ),
    ...scenes.flatMap((scene) =>
      [1, Math.round(scene.fps / 5)].map((stride) => choicesIn(scene, sampled(scene, stride))),
    ),
  ].flat();
  const rounded = conditionalLogit(choices, 5).map((value) => Math.round(100 * value) / 100);
  const [intercept = 0, motion = 0, height = 0, gap = 0, length = 0] = rounded;
  return { intercept, weights: { motion, height, gap, length } };
}

const sampled = ({ detections, fps }: Sequence, stride: number) => sample(detections, fps, stride);

/** What is known of a link between two of the tracklets, in numbers. */
type InputsOf = (
  tracklets: readonly Tracklet[],
  samples: readonly Sample[],
) => (pair: Reachable) => readonly number[];

type Pair = Option & { readonly row: number; readonly column: number };

/**
 * For each tracklet of a known object: which of the tracklets within reach continues it, and which it continues.
 * A tracklet of the same object after the next one is neither right nor wrong.
 * @param frames of the sequence, sampled
 */
export function choicesIn(
  sequence: Sequence,
  frames: Iterable<TrackerFrame>,
  inputsOf: InputsOf = () =>
    ({ evidence: { motion, height, gap, length } }) => [1, motion, height, gap, length],
): Choice[] {
  let pairs: Pair[] = [];
  let identities: (number | undefined)[] = [];
  const tracks = trackObjects(
    frames,
    {},
    {
      ...ALL_STAGES,
      link: (found, samples, noise) => {
        identities = identitiesOf(found, samples, annotated(sequence));
        const fragments = found.map((tracklet) => fragment(tracklet, samples, noise));
        const begins = (i: number): number => found[i]?.[0].index ?? 0;
        const inputs = inputsOf(found, samples);
        pairs = [...reachable(fragments, samples)].flatMap((pair) => {
          const { row, column } = pair;
          const object = identities[row];
          const right = object !== undefined && object === identities[column];
          const skips =
            right &&
            identities.some(
              (other, i) =>
                other === object &&
                begins(i) > (found[row]?.at(-1)?.index ?? 0) &&
                begins(i) < begins(column),
            );
          return skips ? [] : [{ row, column, right, inputs: inputs(pair) }];
        });
        return [];
      },
    },
  );
  tracks.next();
  const links = pairs.filter(({ right }) => right).length;
  const weight = Math.min(GREATEST_WEIGHT, GROUP_WEIGHT / Math.max(1, links));
  const by = (key: 'row' | 'column'): Choice[] =>
    [...Map.groupBy(pairs, (pair) => pair[key])]
      .filter(([tracklet]) => identities[tracklet] !== undefined)
      .map(([, options]) => ({ options, weight }));
  return [...by('row'), ...by('column')];
}

/** For each tracklet the true object that most of its observations show, if any. */
function identitiesOf(
  found: readonly Tracklet[],
  samples: readonly Sample[],
  truth: readonly MotRow[],
): (number | undefined)[] {
  const truthByFrame = byFrame(truth);
  const shown = new Map<Observation, number>();
  for (const { frame, observations, pose } of samples) {
    const rows = truthByFrame.get(frame) ?? [];
    const candidates = rows.flatMap((row, r) =>
      observations.map((observation, column) => {
        const overlap = iou(row.box, toFrame(observation, pose));
        return { row: r, column, weight: overlap < 0.5 ? 0 : overlap };
      }),
    );
    assign(rows.length, observations.length, candidates).forEach((column, r) => {
      const [row, observation] = [rows[r], observations[column]];
      if (row && observation) shown.set(observation, row.id);
    });
  }
  return found.map((tracklet) => {
    const votes = Map.groupBy(tracklet, (observation) => shown.get(observation));
    const winner = [...votes].find(([, observations]) => 2 * observations.length > tracklet.length);
    return winner?.[0];
  });
}
