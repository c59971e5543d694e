import { describe, expect, test } from 'vitest';
import { figures, pool } from '../../../research/mot/evaluate.ts';
import { SCENE_NAMES, SPARSE_SCENE_NAMES, simulate } from '../../../research/mot/scenes.ts';
import { withGhosts, withRepeats, withShiftedScores } from '../../../research/mot/score-faults.ts';
import {
  evaluateTracker,
  readSequence,
  type Sequence,
  sample,
  type Tracker,
  trackDetections,
} from '../../../research/mot/sequence.ts';
import { processingOptions } from '../../../shared/contract/schemas/job.ts';
import { trackSegments } from '../../../shared/service/detection/track-segments.ts';
import { trackObjects } from '../../../shared/vision/tracking/track-objects.ts';
import { sampledRows } from '../../support/run/long.ts';

const TIMEOUT_MS = 120_000;

const figuresOf = (sequences: readonly Sequence[], stride: number) =>
  figures(pool(sequences.map((sequence) => evaluateTracker(sequence, stride, trackDetections))));

const scenes = SCENE_NAMES.map((name) => simulate(name, 1));

test('boxes of which 30 % are repeated cost less than a point of IDF1', {
  tags: 'long',
  timeout: TIMEOUT_MS,
}, () => {
  const repeated = scenes.map((scene) => withRepeats(scene, 0.3, 8));
  expect(figuresOf(repeated, 1).idf1).toBeGreaterThan(figuresOf(scenes, 1).idf1 - 0.01);
});

describe.each(SPARSE_SCENE_NAMES)('%s', (name) => {
  const sparse = [1, 2].map((seed) => simulate(name, seed));
  const motaOf = (track: Tracker) =>
    figures(pool(sparse.map((scene) => evaluateTracker(scene, 1, track)))).mota;

  test('is no sign of a detector that is never sure: false alarms are not tracked for that', () => {
    expect(motaOf(trackDetections)).toBe(motaOf((frames) => trackObjects(frames)));
    expect(motaOf((frames) => trackObjects(frames, { highScore: 0.2, lowScore: 0.02 }))).toBeLessThan(-1);
  });

  test('is tracked by a job with the confidence that it names, whatever the detector says', () => {
    const options = processingOptions.parse({ confidence: 0.6 });
    const job: Tracker = (frames) =>
      trackSegments([() => frames.map((frame) => ({ ...frame, signature: '', motion: null }))], options);
    const asked: Tracker = (frames) =>
      [...trackObjects(frames, { highScore: 0.6 })].filter(({ confidence }) => confidence >= 0.6);
    for (const { detections, fps } of sparse) {
      const frames = sample(detections, fps, 1);
      expect([...job(frames)]).toEqual([...asked(frames)]);
    }
    expect(motaOf(job)).toBeGreaterThan(0.4);
  });
});

const folder = process.env.VMS_MOT_DIR;

describe.skipIf(!folder)('MOT17-02, 04 and 05 (needs VMS_MOT_DIR)', { timeout: TIMEOUT_MS }, () => {
  const sequences = folder
    ? ['MOT17-02', 'MOT17-04', 'MOT17-05'].map((name) => readSequence(folder, name))
    : [];

  test.each(
    sampledRows([
      // Five frames a second, as jobs have them unless they ask for more.
      { stride: 6, mota: 0.865, idf1: 0.885, hota: 0.78 },
      { stride: 3, mota: 0.88, idf1: 0.88, hota: 0.78 },
      { stride: 1, mota: 0.88, idf1: 0.88, hota: 0.78 },
    ]),
  )(
    'stride $stride: at least MOTA $mota, IDF1 $idf1, HOTA $hota',
    { tags: 'sampled' },
    ({ stride, mota, idf1, hota }) => {
      const reached = figuresOf(sequences, stride);
      expect(reached.mota).toBeGreaterThanOrEqual(mota);
      expect(reached.idf1).toBeGreaterThanOrEqual(idf1);
      expect(reached.hota).toBeGreaterThanOrEqual(hota);
    },
  );

  test('boxes of which 30 % are repeated cost less than a point of IDF1', { tags: 'long' }, () => {
    const repeated = sequences.map((sequence) => withRepeats(sequence, 0.3, 8));
    expect(figuresOf(repeated, 6).idf1).toBeGreaterThan(figuresOf(sequences, 6).idf1 - 0.01);
  });

  test('false alarms that recur at twenty places cost less than 10 points of MOTA', { tags: 'long' }, () => {
    const haunted = sequences.map((sequence) => withGhosts(sequence, 9));
    expect(figuresOf(haunted, 6).mota).toBeGreaterThan(figuresOf(sequences, 6).mota - 0.1);
  });

  test('a detector whose scores are too low by 1.7 log odds costs less than 5 points of MOTA', {
    tags: 'long',
  }, () => {
    const low = sequences.map((sequence) => withShiftedScores(sequence, -1.7));
    expect(figuresOf(low, 6).mota).toBeGreaterThan(figuresOf(sequences, 6).mota - 0.05);
  });
});
