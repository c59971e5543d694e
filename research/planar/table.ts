import { returnsIn } from './found-again.ts';
import { KINDS } from './generator/kinds.ts';
import { MISLEADING_KINDS } from './generator/misleading.ts';
import type { Scene } from './generator/scene.ts';
import { SCREEN_KINDS } from './generator/screens.ts';
import { sequenceScene, trueFrames } from './generator/sequence.ts';
import type { Texture } from './generator/texture.ts';
import {
  type JudgedFrame,
  LEAST_INSIDE,
  type Measured,
  measure,
  planarTracker,
  type Run,
  type StartTracker,
} from './measure.ts';

/** What the tracker is measured beside: another tracker, or this one without an ingredient. */
export interface Baseline {
  readonly name: string;
  readonly start: StartTracker;
}

/** Sequences of a kind, and how long they are. */
export interface Plan {
  readonly seeds: readonly number[];
  readonly frames: number;
}

/** Seeds from which nothing was chosen; those of development are below 100. */
export const judging = (sequences: number): Plan => ({
  seeds: Array.from({ length: sequences }, (_, i) => 101 + i),
  frames: 60,
});

/** A frame is right up to this error, and grossly wrong above the other. */
export const RIGHT_PIXELS = 5;
const WRONG_PIXELS = 10;
/** A pose below this confidence is unsure. */
const SURE = 0.5;

/** Of which less is uncovered, all of the surface is taken to be covered. */
const LEAST_UNCOVERED = 0.02;

/** @returns a run of each tracker */
export const measureKind = (
  kind: string,
  seed: number,
  frames: number,
  pictures: readonly Texture[],
  starts: readonly StartTracker[] = [planarTracker()],
): Promise<Run[]> => measure(judgedFrames(sequenceScene(kind, seed, frames, pictures), seed), starts);

function* judgedFrames(scene: Scene, seed: number): Generator<JudgedFrame> {
  for (const { luma, corners, inside, uncovered } of trueFrames(scene, seed))
    yield {
      luma,
      corners,
      visible: inside * uncovered,
      counts: inside >= LEAST_INSIDE && uncovered >= LEAST_UNCOVERED,
    };
}

export const TABLE_HEAD = `| kind | share ≤ 5 px | median px | off by > 10 px or lost, flagged | sure: share ≤ 5 px | sure and off by > 10 px | found again in time | frames/s |
|---|---|---|---|---|---|---|---|`;

/**
 * A row a kind: share within 5 px, median error, share of the frames off by more than 10 px that are flagged, how many of all frames
 * are not, how often a surface that came back was found within 2 frames of 20 % of it being visible, frames a second. Then the same of
 * screens and of scenes that mislead, in tables of their own: those show how far the confidence can be believed, not how well surfaces
 * are followed.
 * @param baseline another tracker, with a row of its own for every kind
 */
export async function* kindTables(
  plan: Plan,
  pictures: readonly Texture[],
  baseline?: Baseline,
): AsyncGenerator<string> {
  yield* kindTable(Object.keys(KINDS), plan, pictures, baseline);
  yield '';
  yield* kindTable(Object.keys(SCREEN_KINDS), plan, pictures, baseline);
  yield '';
  yield* kindTable(Object.keys(MISLEADING_KINDS), plan, pictures, baseline);
}

async function* kindTable(
  kinds: readonly string[],
  plan: Plan,
  pictures: readonly Texture[],
  baseline?: Baseline,
): AsyncGenerator<string> {
  yield TABLE_HEAD;
  const all: Measured[] = [];
  for (const kind of kinds) {
    const runs: Run[] = [];
    const others: Run[] = [];
    for (const seed of plan.seeds) {
      const [run, other] = await measureKind(kind, seed, plan.frames, pictures, trackersBeside(baseline));
      if (run) runs.push(run);
      if (other) others.push(other);
    }
    all.push(...runs.flatMap(({ frames }) => frames));
    yield tableRow(kind, runs);
    if (baseline) yield tableRow(besideName(kind, baseline), others);
  }
  yield summary(all);
}

export const trackersBeside = (baseline?: Baseline): StartTracker[] =>
  baseline ? [planarTracker(), baseline.start] : [planarTracker()];

export const besideName = (kind: string, { name }: Baseline): string => `${kind}, ${name}`;

/** How many frames are grossly wrong or lost, and how far the confidence can be believed. */
export function summary(all: readonly Measured[]): string {
  const wrong = all.filter(({ error }) => error > WRONG_PIXELS);
  const poses = wrong.filter(({ lost }) => !lost);
  return [
    `\nOff by more than ${WRONG_PIXELS} px or lost: ${wrong.length} of ${all.length} frames, flagged ${share(wrong, flagged)};`,
    `${poses.length} of them are given as poses, unsure ${share(poses, flagged)}.\n${calibration(all)}`,
  ].join(' ');
}

export function tableRow(name: string, runs: readonly Run[]): string {
  const frames = runs.flatMap((run) => run.frames);
  const counted = frames.filter(({ counts }) => counts);
  const errors = counted.map(({ error }) => error).sort((a, b) => a - b);
  const wrong = frames.filter(({ error }) => error > WRONG_PIXELS);
  const sure = counted.filter((frame) => !flagged(frame));
  const seconds = runs.reduce((sum, { trackingMs }) => sum + trackingMs, 0) / 1000;
  return `| ${[
    name,
    share(counted, ({ error }) => error <= RIGHT_PIXELS),
    medianOf(errors),
    wrong.length > 0 ? `${wrong.length}, ${share(wrong, flagged)}` : '–',
    share(sure, ({ error }) => error <= RIGHT_PIXELS),
    share(counted, (frame) => frame.error > WRONG_PIXELS && !flagged(frame)),
    foundAgain(runs),
    (frames.length / seconds).toFixed(0),
  ].join(' | ')} |`;
}

function foundAgain(runs: readonly Run[]): string {
  const returns = runs.map(({ frames }) => returnsIn(frames, ({ error }) => error <= RIGHT_PIXELS));
  const times = returns.reduce((sum, each) => sum + each.times, 0);
  return times > 0 ? `${returns.reduce((sum, each) => sum + each.inTime, 0)} of ${times}` : '–';
}

/** @param sorted ascending; infinite where the surface was lost */
function medianOf(sorted: readonly number[]): string {
  const median = sorted[sorted.length >> 1];
  if (median === undefined) return '–';
  return Number.isFinite(median) ? median.toFixed(2) : 'lost';
}

const flagged = ({ lost, confidence }: Measured): boolean => lost || confidence < SURE;

function share(frames: readonly Measured[], holds: (frame: Measured) => boolean): string {
  return frames.length > 0 ? (frames.filter(holds).length / frames.length).toFixed(3) : '–';
}

const BINS = [0.25, 0.5, 0.7, 0.9, 0.97, 1.0001] as const;

/** Of the frames with a confidence between two bounds: how many, their mean confidence, and the share that is within 5 px. */
function calibration(frames: readonly Measured[]): string {
  const rows = BINS.slice(0, -1).map((from, i) => {
    const to = BINS[i + 1] as number;
    const within = frames.filter(
      ({ lost, counts, confidence }) => !lost && counts && confidence >= from && confidence < to,
    );
    const mean = within.reduce((sum, { confidence }) => sum + confidence, 0) / within.length;
    const right = share(within, ({ error }) => error <= RIGHT_PIXELS);
    return `| ${from}–${Math.min(1, to)} | ${within.length} | ${within.length > 0 ? mean.toFixed(3) : '–'} | ${right} |`;
  });
  return ['\n| confidence | frames | mean | share ≤ 5 px |', '|---|---|---|---|', ...rows].join('\n');
}
