import { iou } from '../../shared/kernel/geometry/box.ts';
import { assign, type WeightedPair } from '../../shared/vision/tracking/assignment.ts';
import { byFrame, type MotRow } from './mot-file.ts';

/** Counts of one or several sequences, from which every figure follows. */
export interface Tally {
  readonly truths: number;
  readonly outputs: number;
  /** CLEAR: matches at IoU ≥ 0.5, and how often a matched truth changed its track. */
  readonly matches: number;
  readonly switches: number;
  /** Matches under the best one-to-one assignment of true identities to tracks. */
  readonly identityMatches: number;
  /** HOTA, per localisation threshold: matches, and the sum over matches of their association accuracy. */
  readonly hota: readonly { readonly matches: number; readonly association: number }[];
}

export interface Figures {
  /** Multiple object tracking accuracy, (−∞, 1]. */
  readonly mota: number;
  /** [0, 1]. */
  readonly idf1: number;
  /** [0, 1]. */
  readonly hota: number;
  readonly switches: number;
}

/** What lies in one frame: true objects, tracks, and the pairs that overlap. Identities are 0, 1, 2, … */
interface FramePair {
  readonly truths: readonly number[];
  readonly outputs: readonly number[];
  readonly overlaps: readonly { readonly row: number; readonly column: number; readonly iou: number }[];
}

const MATCH_IOU = 0.5;
const HOTA_ALPHAS = Array.from({ length: 19 }, (_, i) => (i + 1) * 0.05);
const EPSILON = Number.EPSILON;

/** MOT17 classes that look like pedestrians: matching one is neither right nor wrong. */
export const DISTRACTORS = new Set([2, 7, 8, 12]);

interface PairingOptions {
  /** Ground truth has MOT17 classes: evaluate pedestrians, drop outputs that match a distractor. */
  readonly mot17?: boolean;
  /** Evaluate frames 1, 1 + stride, … Default 1. */
  readonly stride?: number;
}

/** Lines tracks up with ground truth, frame by frame. */
export function pairFrames(
  truth: readonly MotRow[],
  output: readonly MotRow[],
  { mot17 = false, stride = 1 }: PairingOptions = {},
): FramePair[] {
  const truthByFrame = byFrame(truth);
  const outputByFrame = byFrame(output);
  const truthIds = numbering();
  const outputIds = numbering();
  const last = truth.reduce((max, { frame }) => Math.max(max, frame), 0);
  const frames: FramePair[] = [];
  for (let frame = 1; frame <= last; frame += stride) {
    const annotated = truthByFrame.get(frame) ?? [];
    const found = outputByFrame.get(frame) ?? [];
    const truths = annotated.filter((row) => row.confidence !== 0 && (!mot17 || row.category === 1));
    const outputs = mot17 ? withoutDistractors(annotated, found) : found;
    frames.push({
      truths: truths.map(({ id }) => truthIds(id)),
      outputs: outputs.map(({ id }) => outputIds(id)),
      overlaps: overlapsOf(truths, outputs),
    });
  }
  return frames;
}

function numbering(): (id: number) => number {
  const numbers = new Map<number, number>();
  return (id) => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return number;
  };
}

const overlapsOf = (truths: readonly MotRow[], outputs: readonly MotRow[]): FramePair['overlaps'] =>
  truths.flatMap((truth, row) =>
    outputs
      .map((output, column) => ({ row, column, iou: iou(truth.box, output.box) }))
      .filter((pair) => pair.iou > 0),
  );

function withoutDistractors(annotated: readonly MotRow[], found: readonly MotRow[]): readonly MotRow[] {
  const matched = best(annotated.length, found.length, overlapsOf(annotated, found), ({ iou }) =>
    iou >= MATCH_IOU - EPSILON ? iou : 0,
  );
  const dropped = new Set(
    matched.filter(({ row }) => DISTRACTORS.has(annotated[row]?.category ?? -1)).map(({ column }) => column),
  );
  return found.filter((_, column) => !dropped.has(column));
}

type Overlap = FramePair['overlaps'][number];

/** The pairs of the maximum-weight matching. */
function best<T extends { readonly row: number; readonly column: number }>(
  rows: number,
  columns: number,
  pairs: readonly T[],
  weigh: (pair: T) => number,
): T[] {
  const weighted: WeightedPair[] = pairs.map((pair) => ({ ...pair, weight: weigh(pair) }));
  const columnOf = assign(rows, columns, weighted);
  return pairs.filter(({ row, column }) => columnOf[row] === column);
}

/** Counts of one sequence under the three metrics. */
export function tally(frames: readonly FramePair[]): Tally {
  return {
    truths: sum(frames.map(({ truths }) => truths.length)),
    outputs: sum(frames.map(({ outputs }) => outputs.length)),
    ...clear(frames),
    identityMatches: identity(frames),
    hota: hota(frames),
  };
}

/**
 * Bernardin & Stiefelhagen, "Evaluating multiple object tracking performance: the CLEAR MOT metrics", 2008:
 * matches of the frame before are kept where they still overlap.
 */
function clear(frames: readonly FramePair[]): Pick<Tally, 'matches' | 'switches'> {
  let matches = 0;
  let switches = 0;
  const lastTrack = new Map<number, number>();
  let previous = new Map<number, number>();
  for (const { truths, outputs, overlaps } of frames) {
    if (truths.length === 0 || outputs.length === 0) continue;
    const idsOf = ({ row, column }: Overlap): [number, number] => [truths[row] ?? -1, outputs[column] ?? -1];
    const matched = best(truths.length, outputs.length, overlaps, (pair) => {
      const [truth, track] = idsOf(pair);
      if (pair.iou < MATCH_IOU - EPSILON) return 0;
      return pair.iou + (previous.get(truth) === track ? 1000 : 0);
    }).map(idsOf);
    for (const [truth, track] of matched) {
      if ((lastTrack.get(truth) ?? track) !== track) switches++;
      lastTrack.set(truth, track);
    }
    matches += matched.length;
    previous = new Map(matched);
  }
  return { matches, switches };
}

/** Ristani et al., "Performance measures and a data set for multi-target, multi-camera tracking", 2016. */
function identity(frames: readonly FramePair[]): number {
  const together = new PairCounts();
  for (const { truths, outputs, overlaps } of frames) {
    for (const { row, column, iou } of overlaps) {
      if (iou >= MATCH_IOU) together.add(truths[row] ?? -1, outputs[column] ?? -1, 1);
    }
  }
  const pairs = together.entries();
  const size = (key: 'row' | 'column') => pairs.reduce((max, pair) => Math.max(max, pair[key] + 1), 0);
  return sum(best(size('row'), size('column'), pairs, ({ value }) => value).map(({ value }) => value));
}

/** Luiten et al., "HOTA: a higher order metric for evaluating multi-object tracking", IJCV 2020. */
function hota(frames: readonly FramePair[]): Tally['hota'] {
  const truthFrames = lengths(frames.map(({ truths }) => truths));
  const outputFrames = lengths(frames.map(({ outputs }) => outputs));
  const frameCounts = (pair: { row: number; column: number }): number =>
    (truthFrames.get(pair.row) ?? 0) + (outputFrames.get(pair.column) ?? 0);

  const potential = new PairCounts();
  for (const { truths, outputs, overlaps } of frames) {
    const rowSums = sums(overlaps, 'row');
    const columnSums = sums(overlaps, 'column');
    for (const { row, column, iou } of overlaps) {
      const share = iou / ((rowSums.get(row) ?? 0) + (columnSums.get(column) ?? 0) - iou);
      potential.add(truths[row] ?? -1, outputs[column] ?? -1, share);
    }
  }
  const alignment = (truth: number, track: number): number => {
    const value = potential.get(truth, track);
    return value / (frameCounts({ row: truth, column: track }) - value);
  };

  const matched = HOTA_ALPHAS.map(() => new PairCounts());
  for (const { truths, outputs, overlaps } of frames) {
    const ids = ({ row, column }: Overlap): [number, number] => [truths[row] ?? -1, outputs[column] ?? -1];
    const chosen = best(
      truths.length,
      outputs.length,
      overlaps,
      (pair) => alignment(...ids(pair)) * pair.iou,
    );
    for (const pair of chosen) {
      HOTA_ALPHAS.forEach((alpha, i) => {
        if (pair.iou >= alpha - EPSILON) matched[i]?.add(...ids(pair), 1);
      });
    }
  }
  return matched.map((counts) => {
    const pairs = counts.entries();
    return {
      matches: sum(pairs.map(({ value }) => value)),
      association: sum(pairs.map((pair) => pair.value * (pair.value / (frameCounts(pair) - pair.value)))),
    };
  });
}

/** Pools the counts of several sequences, as TrackEval's COMBINED row. */
export function pool(tallies: readonly Tally[]): Tally {
  const total = (key: Exclude<keyof Tally, 'hota'>): number => sum(tallies.map((t) => t[key]));
  return {
    truths: total('truths'),
    outputs: total('outputs'),
    matches: total('matches'),
    switches: total('switches'),
    identityMatches: total('identityMatches'),
    hota: HOTA_ALPHAS.map((_, i) => ({
      matches: sum(tallies.map(({ hota }) => hota[i]?.matches ?? 0)),
      association: sum(tallies.map(({ hota }) => hota[i]?.association ?? 0)),
    })),
  };
}

export function figures(t: Tally): Figures {
  const hotaAt = ({ matches, association }: Tally['hota'][number]): number => {
    const detection = matches / Math.max(1, t.truths + t.outputs - matches);
    return Math.sqrt(detection * (association / Math.max(1, matches)));
  };
  return {
    mota: (t.matches - (t.outputs - t.matches) - t.switches) / Math.max(1, t.truths),
    idf1: t.identityMatches / Math.max(1, (t.truths + t.outputs) / 2),
    hota: sum(t.hota.map(hotaAt)) / HOTA_ALPHAS.length,
    switches: t.switches,
  };
}

/** A sparse matrix that is summed into. */
class PairCounts {
  readonly #rows = new Map<number, Map<number, number>>();

  add(row: number, column: number, value: number): void {
    const columns = this.#rows.get(row) ?? new Map<number, number>();
    this.#rows.set(row, columns);
    columns.set(column, (columns.get(column) ?? 0) + value);
  }

  get(row: number, column: number): number {
    return this.#rows.get(row)?.get(column) ?? 0;
  }

  entries(): { row: number; column: number; value: number }[] {
    return [...this.#rows].flatMap(([row, columns]) =>
      [...columns].map(([column, value]) => ({ row, column, value })),
    );
  }
}

function lengths(idsPerFrame: readonly (readonly number[])[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const ids of idsPerFrame) for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function sums(overlaps: readonly Overlap[], key: 'row' | 'column'): Map<number, number> {
  const totals = new Map<number, number>();
  for (const overlap of overlaps) totals.set(overlap[key], (totals.get(overlap[key]) ?? 0) + overlap.iou);
  return totals;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
