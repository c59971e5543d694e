import { IDENTITY } from '../../shared/vision/camera/similarity.ts';
import { perAxis } from '../../shared/vision/tracking/box-kalman-filter.ts';
import { type LinkModel, link } from '../../shared/vision/tracking/link.ts';
import type { Observation } from '../../shared/vision/tracking/observation.ts';
import { stabilise, type TrackerFrame } from '../../shared/vision/tracking/stabilise.ts';
import { ALL_STAGES, type TrackStages, trackObjects } from '../../shared/vision/tracking/track-objects.ts';
import type { BoxSeries } from '../../shared/vision/tracking/track-points.ts';
import { spanOf, type Tracklet, tracklets } from '../../shared/vision/tracking/tracklets.ts';
import { drawScene } from './drawn-scenes.ts';
import { figures, pool, type Tally } from './evaluate.ts';
import { withClasses, withParts, withSpans } from './faults.ts';
import { fitLinkModel } from './fit.ts';
import { SCENE_NAMES, SPARSE_SCENE_NAMES, simulate } from './scenes.ts';
import { withGhosts, withRepeats, withShiftedScores } from './score-faults.ts';
import { evaluateTracker, readSequence, type Sequence, type Tracker, trackDetections } from './sequence.ts';

export const STRIDES = [1, 3, 6];
/** Others than those that the link model is fitted to. */
const SCENE_SEEDS = [1, 2];
/** None of those that anything was decided by. */
const DRAWN_SEEDS = Array.from({ length: 40 }, (_, i) => 401 + i);
const HEADER = '| tracker | stride | MOTA | IDF1 | HOTA | ID switches |\n|---|---|---|---|---|---|';

export const mot17 = (folder: string): Sequence[] =>
  ['MOT17-02', 'MOT17-04', 'MOT17-05'].map((name) => readSequence(folder, name));

function row(name: string, stride: number | string, counts: Tally): string {
  const { mota, idf1, hota, switches } = figures(counts);
  const percent = [mota, idf1, hota].map((value) => (100 * value).toFixed(1));
  return `| ${[name, stride, ...percent, switches].join(' | ')} |`;
}

function rows(name: string, sequences: readonly Sequence[], track: Tracker): string[] {
  return STRIDES.map((stride) =>
    row(name, stride, pool(sequences.map((sequence) => evaluateTracker(sequence, stride, track)))),
  );
}

/** One of each simulated scene, with a seed that nothing was fitted to. */
const eachScene = (): Sequence[] => SCENE_NAMES.map((name) => simulate(name, 3));

function scenesRow(name: string, scenes: readonly Sequence[], track: Tracker): string {
  const atFive = scenes.map((scene) => evaluateTracker(scene, Math.round(scene.fps / 5), track));
  return row(`${name}, scenes`, '5 a second', pool(atFive));
}

/** The tracker as the service runs it: all of MOT17, each sequence alone, and TUD-Campus. */
export function trackerTable(folder: string): string {
  const sequences = mot17(folder);
  const campus = readSequence(folder, 'TUD-Campus');
  return [
    HEADER,
    ...rows('MOT17-02+04+05', sequences, trackDetections),
    ...sequences.flatMap((sequence) => rows(sequence.name, [sequence], trackDetections)),
    row(campus.name, 1, evaluateTracker(campus, 1, trackDetections)),
  ].join('\n');
}

/** Simulated scenes that the link model has not learned from, at every frame and at about five a second. */
export function sceneTable(): string {
  const lines = [...SCENE_NAMES, ...SPARSE_SCENE_NAMES].flatMap((name) => {
    const scenes = SCENE_SEEDS.map((seed) => simulate(name, seed));
    const fps = scenes[0]?.fps ?? 5;
    return [1, Math.round(fps / 5)].map((stride) =>
      row(name, stride, pool(scenes.map((scene) => evaluateTracker(scene, stride, trackDetections)))),
    );
  });
  const drawn = DRAWN_SEEDS.map(drawScene);
  const every = pool(drawn.map((scene) => evaluateTracker(scene, 1, trackDetections)));
  const five = pool(
    drawn.map((scene) => evaluateTracker(scene, Math.max(1, Math.round(scene.fps / 5)), trackDetections)),
  );
  return [
    HEADER,
    ...lines,
    row('drawn at random', 1, every),
    row('drawn at random', '5 a second', five),
  ].join('\n');
}

/** MOT17 and simulated scenes with what detectors do wrong for longer than a frame; with and without the steps for it. */
export function faultTable(folder: string): string {
  const classes = (sequence: Sequence): Sequence => withClasses(sequence, 5);
  const parts = (sequence: Sequence): Sequence => withParts(sequence, 6);
  const spans = (sequence: Sequence): Sequence => withSpans(sequence, 7);
  const ghosts = (sequence: Sequence): Sequence => withGhosts(sequence, 9);
  const tooLow = (sequence: Sequence): Sequence => withShiftedScores(sequence, -1.7);
  const allKept = withStages({ trackNms: (tracks) => [...tracks] });
  const cases: [string, (sequence: Sequence) => Sequence, Tracker][] = [
    ['four classes', classes, trackDetections],
    ['four classes, ignored', classes, (frames) => trackObjects(oneClass(frames))],
    ['parts of objects', parts, trackDetections],
    ['parts of objects, duplicates kept', parts, allKept],
    ['boxes that span two', spans, trackDetections],
    ['boxes that span two, no smoothing', spans, withStages({ smooth: straight })],
    ['30 % of boxes repeated', (sequence) => withRepeats(sequence, 0.3, 8), trackDetections],
    ['false alarms that recur', ghosts, trackDetections],
    ['false alarms that recur, kept', ghosts, withStages({ mostlySeen: (tracks) => [...tracks] })],
    ['scores 1.7 too low', tooLow, trackDetections],
    ['scores 1.7 too low, usual thresholds', tooLow, trackObjects],
    ['scores 1.5 too high', (sequence) => withShiftedScores(sequence, 1.5), trackDetections],
  ];
  const sequences = mot17(folder);
  const scenes = eachScene();
  const lines = cases.flatMap(([name, add, track]) => [
    ...rows(name, sequences.map(add), track),
    scenesRow(name, scenes.map(add), track),
  ]);
  return [HEADER, ...lines].join('\n');
}

/** As the pictures of a camera that stands still would say. */
function* asStill(frames: Iterable<TrackerFrame>): Generator<TrackerFrame> {
  for (const frame of frames) yield { ...frame, motion: IDENTITY };
}

function* oneClass(frames: Iterable<TrackerFrame>): Generator<TrackerFrame> {
  for (const frame of frames) {
    yield { ...frame, detections: frame.detections.map((detection) => ({ ...detection, label: 'object' })) };
  }
}

/** The tracker with some of its stages replaced. */
export const withStages =
  (replaced: Partial<TrackStages>): Tracker =>
  (frames) =>
    trackObjects(frames, {}, { ...ALL_STAGES, ...replaced });

/** What each stage contributes: the tracker with that stage replaced by the simplest thing that could stand there. */
export function stageTable(folder: string): string {
  const variants: Record<string, Tracker> = {
    complete: trackDetections,
    'camera taken as still': withStages({
      stabilise: (frames, options) => stabilise(asStill(frames), options),
    }),
    'sure detections only': (frames) => trackObjects(frames, { lowScore: 0.6 }),
    'no fast starts': withStages({
      tracklets: (samples, noise, highScore, confusion) =>
        tracklets(samples, noise, highScore, confusion, () => []),
    }),
    'no linking over gaps': withStages({ link: (found) => [...found] }),
    'no smoothing': withStages({ smooth: straight }),
    'hardly seen tracks kept': withStages({ mostlySeen: (tracks) => [...tracks] }),
  };
  const sequences = mot17(folder);
  const scenes = eachScene();
  const lines = Object.entries(variants).flatMap(([name, track]) => [
    ...rows(name, sequences, track),
    scenesRow(name, scenes, track),
  ]);
  return [HEADER, ...lines].join('\n');
}

const withModel = (model: LinkModel): Tracker =>
  withStages({
    link: (found, samples, noise, confusion) => link(found, samples, noise, confusion, model),
  });

/** The link model that the tracker has: fitted to all three sequences and the simulated scenes. */
export const shippedModel = (folder: string): LinkModel => fitLinkModel(mot17(folder));

/** Each sequence tracked with a link model fitted to the two others and to simulated scenes, and to scenes only. */
export function leftOutTable(folder: string): string {
  const sequences = mot17(folder);
  const others = new Map(
    sequences.map(({ name }) => [
      name,
      withModel(fitLinkModel(sequences.filter((sequence) => sequence.name !== name))),
    ]),
  );
  const scenesOnly = withModel(fitLinkModel([]));
  const lines = (name: string, trackerOf: (sequence: Sequence) => Tracker): string[] =>
    STRIDES.map((stride) =>
      row(
        name,
        stride,
        pool(sequences.map((sequence) => evaluateTracker(sequence, stride, trackerOf(sequence)))),
      ),
    );
  return [
    HEADER,
    ...lines('each sequence left out', ({ name }) => others.get(name) ?? trackObjects),
    ...lines('fitted to simulated scenes only', () => scenesOnly),
  ].join('\n');
}

/** The observations as they are, with straight lines between them. */
function straight(tracklet: Tracklet): BoxSeries {
  const first = tracklet[0].index;
  return perAxis((axis) => {
    const values = new Float64Array(spanOf(tracklet)).fill(tracklet[0][axis]);
    tracklet.slice(1).forEach((box, i) => {
      const before = tracklet[i] as Observation;
      const steps = box.index - before.index;
      for (let k = 1; k <= steps; k++)
        values[before.index - first + k] = before[axis] + ((box[axis] - before[axis]) * k) / steps;
    });
    return values;
  });
}
