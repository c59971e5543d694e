import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { startService } from '../../local/service.ts';
import { BUILT_IN_MODELS_DIR } from '../../shared/inference/models/model-store.ts';
import { type Box, iou } from '../../shared/kernel/geometry/box.ts';
import { afterFile } from '../support/service/after-file.ts';
import { type Api, apiOf, jobOver, settled, upload } from '../support/service/api.ts';
import { temporaryFolder } from '../support/service/test-service.ts';

/** Folders of real clips and of trained models; without both these tests are skipped. */
const { VMS_CLIPS_DIR: clipsDir = '', VMS_MODELS_DIR: modelsDir = '' } = process.env;
const CLIPS = [
  'one-by-one-person-detection.mp4',
  'bottle-detection.mp4',
  'sample_rotate_and_reflect.mp4',
] as const;
const usable = modelsDir !== '' && CLIPS.every((clip) => existsSync(path.join(clipsDir, clip)));

interface FoundObject {
  label: string;
  confidence: number;
  firstFrame: number;
  lastFrame: number;
  track: (Box & { frame: number })[];
}

/**
 * When something can be seen, found by eye on contact sheets of every 22nd (people) or 19th frame (bottles): the last frame
 * without it, the first and the last with it, the first without it; nothing where the clip begins or ends with it.
 */
type Sighting = readonly [before: number, first: number, last: number, after: number];

const START = -1;
const END = Number.POSITIVE_INFINITY;

const PEOPLE: readonly Sighting[] = [
  [44, 66, 176, 198],
  [220, 242, 440, 462],
  [484, 506, 682, 704],
  [726, 748, 858, 880],
  [902, 924, 1188, 1210],
  [1232, 1254, 1342, 1364],
];

/** Left, middle and right ones; three of them are taken and come back, the left one twice. */
const BOTTLES: readonly Sighting[] = [
  [START, 0, 190, 228],
  [START, 0, 513, 551],
  [START, 0, 931, 969],
  [323, 342, 513, 551],
  [646, 665, 1178, END],
  [798, 817, 1178, END],
  [1026, 1045, 1178, END],
];

/** Between which frames hands reach for bottles. */
const HANDS = [
  [152, 228],
  [323, 418],
  [456, 551],
  [646, 741],
  [798, 874],
  [912, 969],
  [1026, 1102],
] as const;

/** Frames by which something may be found late, or lost early, while it is half out of the picture. */
const SLACK = 15;

/** Each is found once, and only while it is there. */
function expectSightings(found: readonly FoundObject[], expected: readonly Sighting[]): void {
  expect(found).toHaveLength(expected.length);
  const sorted = found.toSorted((a, b) => a.firstFrame - b.firstFrame || a.lastFrame - b.lastFrame);
  for (const [i, [before, first, last, after]] of expected.entries()) {
    const { firstFrame, lastFrame } = sorted[i] ?? { firstFrame: START, lastFrame: START };
    expect(firstFrame).toBeGreaterThan(before);
    expect(firstFrame).toBeLessThanOrEqual(first + SLACK);
    expect(lastFrame).toBeGreaterThanOrEqual(last - SLACK);
    expect(lastFrame).toBeLessThan(after);
  }
}

const JOB_TIMEOUT = 240_000;

describe.skipIf(!usable)(
  'with VMS_CLIPS_DIR and VMS_MODELS_DIR, a trained model finds',
  { timeout: JOB_TIMEOUT },
  () => {
    let api: Api;

    beforeAll(async () => {
      const service = await startService({
        dataDir: await temporaryFolder('service'),
        modelsDirs: [modelsDir, BUILT_IN_MODELS_DIR],
      });
      afterFile(() => service.close());
      api = apiOf(service);
    });

    /** What a job with no choices made finds in a clip, from the first to appear to the last. */
    async function objectsIn(clip: (typeof CLIPS)[number]): Promise<FoundObject[]> {
      const id = await upload(api, path.join(clipsDir, clip));
      await settled(api, id);
      await api('POST', `/api/videos/${id}/process`, { json: {} });
      expect(await jobOver(api, id, JOB_TIMEOUT)).toMatchObject({
        status: 'completed',
        model: 'yolox-nano-416',
        fallback: false,
        undecodableFrames: 0,
      });
      const { body } = await api<{ objects: Record<string, FoundObject> }>(
        'GET',
        `/api/videos/${id}/metadata`,
      );
      return Object.values(body.objects).toSorted((a, b) => a.firstFrame - b.firstFrame);
    }

    test('the six people who pass one by one, each from when he comes until he has gone', {
      tags: 'long',
    }, async () => {
      const found = await objectsIn('one-by-one-person-detection.mp4');
      const people = found.filter(({ label }) => label === 'person');
      expectSightings(people, PEOPLE);
      // All else there is, is the dark screen on the wall.
      for (const other of found.filter((object) => !people.includes(object))) {
        expect(other.label).toBe('tvmonitor');
        for (const { x, y, width, height } of other.track) {
          expect(Math.max(x + width, y)).toBeLessThan(0.2);
          expect(y + height).toBeLessThan(0.45);
        }
      }
    });

    test('each bottle from when it is put down until it is taken, and but for them the hands', {
      tags: 'long',
    }, async () => {
      const found = await objectsIn('bottle-detection.mp4');
      const bottles = found.filter(({ label }) => label === 'bottle');
      expectSightings(bottles, BOTTLES);
      for (const { label, firstFrame, lastFrame } of found.filter((object) => !bottles.includes(object))) {
        expect(label).toBe('person');
        expect(HANDS.some(([from, to]) => from < firstFrame && lastFrame < to)).toBe(true);
      }
    });

    test('the person of a rotated and mirrored recording where the displayed picture shows him', async () => {
      const found = await objectsIn('sample_rotate_and_reflect.mp4');
      expect(found.map(({ label }) => label)).toEqual(['person']);
      for (const box of found[0]?.track ?? []) {
        expect(iou(box, { x: 0.2, y: 0.12, width: 0.8, height: 0.87 })).toBeGreaterThan(0.8);
      }
    });
  },
);
