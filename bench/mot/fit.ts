import { assign } from '../../shared/vision/assignment.ts';
import { iou } from '../../shared/vision/box.ts';
import { noiseFor } from '../../shared/vision/box-filter.ts';
import { fragment } from '../../shared/vision/continuation.ts';
import { type LinkModel, reachable } from '../../shared/vision/link.ts';
import { motionScale } from '../../shared/vision/motion-scale.ts';
import { type Sighting, stabilise } from '../../shared/vision/sighting.ts';
import { type Tracklet, tracklets } from '../../shared/vision/tracklets.ts';
import type { FrameDetections } from '../../shared/vision/trajectory.ts';
import { byFrame, type MotRow } from './mot-file.ts';
import { type Sequence, sample } from './sequence.ts';

const STRIDES = [1, 3, 6, 10];
const MAX_GAP_SECONDS = 3;
const HIGH_SCORE = 0.6;
/** Strength of the pull towards zero; every sequence and stride weighs as much as this many links. */
const RIDGE = 1;
const GROUP_WEIGHT = 300;

/** One pair of tracklets: 1 and the evidence, whether they are one object in succession, and how much that counts. */
interface Example {
  readonly inputs: readonly number[];
  readonly same: boolean;
  readonly weight: number;
}

/** The link model that best tells apart pairs of tracklets of one object from others, by logistic regression. */
export function fitLinkModel(sequences: readonly Sequence[]): LinkModel {
  const examples = sequences.flatMap((sequence) => STRIDES.flatMap((stride) => examplesOf(sequence, stride)));
  const [intercept = 0, motion = 0, height = 0, gap = 0, length = 0, overlap = 0] =
    logisticRegression(examples);
  return { intercept, weights: { motion, height, gap, length, overlap } };
}

function examplesOf({ truth, detections, fps, mot17 }: Sequence, stride: number): Example[] {
  const frames = sample(detections, fps, stride);
  const interval = stride / fps;
  const options = { highScore: HIGH_SCORE, lowScore: 0.1, cuts: new Set<number>() };
  const samples = stabilise(frames, interval, options);
  const noise = noiseFor(motionScale(samples, HIGH_SCORE));
  const found = tracklets(samples, noise, HIGH_SCORE);
  const evaluated = truth.filter((row) => row.confidence !== 0 && (!mot17 || row.category === 1));
  const identities = identitiesOf(found, frames, evaluated);
  const fragments = found.map((tracklet) => fragment(tracklet, samples, noise));
  const pairs = [...reachable(fragments, samples, noise, MAX_GAP_SECONDS / interval)].flatMap((pair) => {
    const [a, b] = [identities[pair.row], identities[pair.column]];
    if (a === undefined && b === undefined) return [];
    const { motion, height, gap, length, overlap } = pair.evidence;
    const same = a === b;
    const between = found.some(
      ([first], i) =>
        identities[i] === a &&
        first.index > (found[pair.row]?.at(-1)?.index ?? 0) &&
        first.index < (found[pair.column]?.[0].index ?? 0),
    );
    return same && between ? [] : [{ inputs: [1, motion, height, gap, length, overlap], same }];
  });
  const links = pairs.filter(({ same }) => same).length;
  return pairs.map((pair) => ({ ...pair, weight: GROUP_WEIGHT / Math.max(1, links) }));
}

/** For each tracklet the true object that most of its sightings show, if any. */
function identitiesOf(
  found: readonly Tracklet[],
  frames: readonly FrameDetections[],
  truth: readonly MotRow[],
): (number | undefined)[] {
  const truthByFrame = byFrame(truth);
  const shown = new Map<Sighting['detection'], number>();
  for (const { frame, detections } of frames) {
    const rows = truthByFrame.get(frame) ?? [];
    const candidates = rows.flatMap((row, r) =>
      detections.map((detection, column) => {
        const overlap = iou(row.box, detection.box);
        return { row: r, column, weight: overlap < 0.5 ? 0 : overlap };
      }),
    );
    assign(rows.length, detections.length, candidates).forEach((column, r) => {
      const [row, detection] = [rows[r], detections[column]];
      if (row && detection) shown.set(detection, row.id);
    });
  }
  return found.map((tracklet) => {
    const votes = Map.groupBy(tracklet, ({ detection }) => shown.get(detection));
    const winner = [...votes].find(([, sightings]) => 2 * sightings.length > tracklet.length);
    return winner?.[0];
  });
}

/** Newton's method on the penalised likelihood. */
function logisticRegression(examples: readonly Example[]): number[] {
  const size = examples[0]?.inputs.length ?? 0;
  let solution = new Array<number>(size).fill(0);
  for (let iteration = 0; iteration < 25; iteration++) {
    const gradient: number[] = solution.map((value) => -RIDGE * value);
    const hessian: number[][] = solution.map((_, i) => solution.map((_, j) => (i === j ? RIDGE : 0)));
    for (const { inputs, same, weight } of examples) {
      const odds = inputs.reduce((sum, input, i) => sum + input * (solution[i] ?? 0), 0);
      const probability = 1 / (1 + Math.exp(-odds));
      const curvature = weight * probability * (1 - probability);
      inputs.forEach((a, i) => {
        gradient[i] = (gradient[i] ?? 0) + weight * (Number(same) - probability) * a;
        const row = hessian[i] ?? [];
        inputs.forEach((b, j) => {
          row[j] = (row[j] ?? 0) + curvature * a * b;
        });
      });
    }
    const step = solve(hessian, gradient);
    solution = solution.map((value, i) => value + (step[i] ?? 0));
  }
  return solution;
}

/** Gaussian elimination without pivoting, which a positive definite matrix does not need. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  rows.forEach((pivot, i) => {
    const scale = pivot[i] ?? 1;
    for (let k = i; k < pivot.length; k++) pivot[k] = (pivot[k] ?? 0) / scale;
    rows.forEach((row, r) => {
      const factor = row[i] ?? 0;
      if (r !== i) for (let k = i; k < row.length; k++) row[k] = (row[k] ?? 0) - factor * (pivot[k] ?? 0);
    });
  });
  return rows.map((row) => row.at(-1) ?? 0);
}
