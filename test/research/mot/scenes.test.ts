import { expect, test } from 'vitest';
import { figures } from '../../../research/mot/evaluate.ts';
import { fitLinkModel } from '../../../research/mot/fit.ts';
import { SCENE_NAMES, SPARSE_SCENE_NAMES, simulate } from '../../../research/mot/scenes.ts';
import { evaluateTracker, readSequence } from '../../../research/mot/sequence.ts';
import { FITTED_LINK_MODEL } from '../../../shared/vision/tracking/link.ts';
import { trackObjects } from '../../../shared/vision/tracking/track-objects.ts';
import { sampledRows } from '../../support/run/long.ts';

const scenes = new Map<string, ReturnType<typeof simulate>>();

/** A scene of the first seed, made once. */
function sceneOf(name: string): ReturnType<typeof simulate> {
  const scene = scenes.get(name) ?? simulate(name, 1);
  scenes.set(name, scene);
  return scene;
}

test('a scene follows from its name and seed alone', () => {
  expect(simulate('cars from a moving car', 3)).toEqual(simulate('cars from a moving car', 3));
  expect(simulate('cars from a moving car', 3)).not.toEqual(simulate('cars from a moving car', 4));
});

test.each([...SCENE_NAMES, ...SPARSE_SCENE_NAMES])(
  '%s: nobody is annotated twice in a frame, and boxes lie in the frame',
  (name) => {
    const { truth } = sceneOf(name);
    expect(new Set(truth.map(({ frame, id }) => `${frame}/${id}`)).size).toBe(truth.length);
    const outside = truth.filter(
      ({ box: { x, y, width, height } }) => !(x >= 0 && y >= 0 && x + width <= 1280 && y + height <= 720),
    );
    expect(outside).toEqual([]);
  },
);

/** A few points below what is reached (research/tracking.md), on every frame of a scene that nothing was FITTED_LINK_MODEL to. */
test.each(
  sampledRows([
    ['crossing crowd', 0.76],
    ['dense square from above', 0.9],
    ['few people at 10 frames', 0.85],
    ['panning and zooming', 0.7],
    ['shaking in the hand', 0.72],
    ['cars from a moving car', 0.78],
    ['turning at junctions', 0.62],
    ['an almost empty road', 0.82],
    ['people, cyclists and cars', 0.62],
    ['pushed through pedestrians', 0.56],
    ['from a bus', 0.72],
  ]),
)('%s: identities are kept (IDF1 above %d)', { tags: 'sampled' }, (name, least) => {
  expect(figures(evaluateTracker(sceneOf(name), 1, trackObjects)).idf1).toBeGreaterThan(least);
});

test.each(
  sampledRows([
    ['panning and zooming', 5, 0.62],
    ['shaking in the hand', 6, 0.7],
    ['from a bus', 5, 0.7],
  ] as const),
)(
  '%s: identities are kept at every %ith frame, too (IDF1 above %d)',
  { tags: 'sampled' },
  (name, stride, least) => {
    expect(figures(evaluateTracker(sceneOf(name), stride, trackObjects)).idf1).toBeGreaterThan(least);
  },
);

const folder = process.env.VMS_MOT_DIR;

test.skipIf(!folder)(
  'the link model is the one that the fit gives (needs VMS_MOT_DIR)',
  { tags: 'long', timeout: 120_000 },
  () => {
    const names = ['MOT17-02', 'MOT17-04', 'MOT17-05'];
    expect(fitLinkModel(names.map((name) => readSequence(folder ?? '', name)))).toEqual(FITTED_LINK_MODEL);
  },
);
