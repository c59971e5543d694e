import { describe, expect, test } from 'vitest';
import { handler as detect } from '../../functions/detector/detector.ts';
import { handler as sweep } from '../../functions/sweeper/sweeper.ts';
import { openMediaFiles } from '../../shared/stores/files/media-files.ts';
import { mediaKeys } from '../../shared/stores/files/media-keys.ts';
import { openSurfaces } from '../../shared/stores/surfaces.ts';
import { type SurfacePath, surfaceClip, swinging } from '../support/clips/surface-clip.ts';
import { beforeNext } from '../support/faults/before-next.ts';
import { faultRandom, portion, sampleOf, TIMEOUT } from '../support/faults/faults.ts';
import {
  injectStoreFaults,
  type StoreMoment,
  storeMoments,
  unlessFaulted,
} from '../support/faults/store-faults.ts';
import { withoutTurns } from '../support/faults/without-turns.ts';
import { outcome, versionsOf } from '../support/jobs/outcome.ts';
import { sampledRows } from '../support/run/long.ts';
import { delivery, startWorkbench } from '../support/service/workbench.ts';
import { cutSurface } from '../support/surfaces/cut-surface.ts';
import { listedObjects, markSurface } from '../support/surfaces/surface-video.ts';
import { ingestedVideo } from '../support/videos/ingested-video.ts';

withoutTurns();

const MINUTE = 60_000;
const FRAMES = 24;
/** So few that there are two units in one direction and three in the other. */
const UNIT_FRAMES = 6;
/** Calls by which a request looks 20 times whether its surface is tracked, and still there. */
const LOOKS = 40;

const random = faultRandom();
const bench = await startWorkbench();
const { api } = bench;
const faults = injectStoreFaults();
const clip = await surfaceClip(FRAMES, swinging);

const TROUBLES = ['dies', 'fails'] as const;

const processedVideo = () => ingestedVideo(bench, clip);

const mark = async (id: string, cornersAt: SurfacePath = swinging): Promise<string> =>
  (await markSurface(api, id, { cornersAt, frame: 10 })).body.objectId;

/** A surface of a new video, cut into units, and its messages. */
async function marked(id?: string): Promise<{ id: string; objectId: string; messages: string[] }> {
  const videoId = id ?? (await processedVideo());
  const objectId = await mark(videoId);
  await bench.take('detection');
  const { messages } = await cutSurface(bench.environment, { videoId, objectId }, UNIT_FRAMES);
  return { id: videoId, objectId, messages };
}

/** Works off messages, and those that they send, in whatever order `next` takes them. */
async function workOff(messages: string[], next: (queue: string[]) => string | undefined): Promise<void> {
  const queue = [...messages];
  for (let message = next(queue); message !== undefined; message = next(queue)) {
    expect(await detect(delivery([message]))).toEqual({ batchItemFailures: [] });
    queue.push(...(await bench.take('detection')));
  }
}

const inOrder = (queue: string[]) => queue.shift();

/** What tracking has made of a video, without the names of its surfaces. */
async function made(id: string) {
  const { versions, ...document } = await outcome(api, id);
  return { ...document, versions: versions.map(([version]) => version) };
}

/** What tracking makes of a video that nothing disturbs, and by how many calls to the stores. */
const { undisturbed, calls } = await (async () => {
  const { id, messages } = await marked();
  let calls = 0;
  for (let queue = messages; queue.length > 0; queue = await bench.take('detection')) {
    for (const body of queue) calls += await faults.count(() => detect(delivery([body])));
  }
  return { undisturbed: await made(id), calls };
})();

test('a surface in several units is the same as in one', async () => {
  const id = await processedVideo();
  await mark(id);
  await workOff(await bench.take('detection'), inOrder);
  expect(await made(id)).toEqual(undisturbed);
});

test('a unit that finds the state of another release begins its direction again, with the same outcome', {
  tags: 'long',
}, async () => {
  const { id, objectId, messages } = await marked();
  const [ahead = '', back = ''] = messages;
  await detect(delivery([ahead]));
  const [second = ''] = await bench.take('detection');
  const files = openMediaFiles(bench.environment);
  const key = mediaKeys.surfaceState(id, objectId, 'forwards', 0);
  await files.put(key, new Uint8Array(8), 'application/octet-stream');
  await detect(delivery([second]));
  const again = await bench.take('detection');
  expect(again.map((body) => JSON.parse(body))).toMatchObject([{ direction: 'forwards', unit: 0 }]);
  expect((await openSurfaces(bench.environment).get({ videoId: id, objectId }))?.forwards).toMatchObject({
    units: 0,
    frames: 0,
    seen: 0,
  });
  await workOff([...again, back], inOrder);
  expect(await made(id)).toEqual(undisturbed);
});

describe('messages', () => {
  test('that come twice, late and in any order have the same outcome, and make one version', async () => {
    const { id, messages } = await marked();
    const seen: string[] = [];
    const twice = (queue: string[]): string | undefined => {
      const message = queue.pop() ?? (seen.length > 0 && random() < 0.8 ? seen[0] : undefined);
      if (message !== undefined && random() < 0.5) queue.unshift(message);
      if (message !== undefined) seen.push(message);
      return message;
    };
    await workOff(messages, twice);
    for (const message of seen) await workOff([message], inOrder);
    expect(await made(id)).toEqual(undisturbed);
    bench.advance(21 * MINUTE);
    await sweep();
    expect((await bench.traces(id)).filter((trace) => trace.startsWith('surfaces'))).toEqual([]);
  });

  test('that come twice at the same time do not double the messages after them', {
    tags: 'long',
  }, async () => {
    const { id, messages } = await marked();
    const [ahead = ''] = messages;
    await Promise.all([1, 2].map(() => detect(delivery([ahead]))));
    expect(await bench.take('detection')).toHaveLength(1);
    expect((await bench.traces(id)).some((trace) => trace.startsWith('surfaces/'))).toBe(true);
  });

  test('whose worker died before it sent the next one, or while it finished, are delivered again', {
    tags: 'long',
  }, async () => {
    const { id, objectId, messages } = await marked();
    const [ahead = '', back = ''] = messages;
    await detect(delivery([ahead]));
    const [lost] = await bench.take('detection');
    await detect(delivery([ahead], 2));
    expect(await bench.take('detection')).toEqual([lost]);
    await workOff([back, lost ?? ''], inOrder);
    expect((await listedObjects(api, id))[0]).toMatchObject({ id: objectId, tracking: 'done' });
    expect(await made(id)).toEqual(undisturbed);
  });
});

describe.for(sampledRows(TROUBLES))('a process that %s at any call to a store', (kind) => {
  const moments = (calls: number, sample: number): StoreMoment[] =>
    portion(storeMoments(calls, sampleOf(sample), random));

  const begin = ([number, after]: StoreMoment): void =>
    kind === 'dies' ? faults.dieAt(number, after) : faults.failAt(number, after);

  test('leaves a surface that the next deliveries follow, with the same outcome', {
    tags: 'sampled',
    timeout: TIMEOUT,
  }, async () => {
    expect(calls).toBeGreaterThan(40);
    for (const [number, after] of moments(calls, 3)) {
      const { id, messages: queue } = await marked();
      let left = number;
      for (let message = queue.shift(); message !== undefined; message = queue.shift()) {
        const body = message;
        if (left > 0) {
          begin([left, after]);
          const ended = await unlessFaulted(detect(delivery([body])));
          left -= faults.heal();
          if (ended?.batchItemFailures.length !== 0) await detect(delivery([body], 2));
        } else {
          await detect(delivery([body]));
        }
        queue.push(...(await bench.take('detection')));
      }
      expect([number, after, await made(id)]).toEqual([number, after, undisturbed]);
      bench.advance(21 * MINUTE);
      await sweep();
      expect((await bench.traces(id)).filter((trace) => trace.startsWith('surfaces'))).toEqual([]);
    }
  });

  test('while a surface is marked leaves none, or one that is tracked at the latest after a sweep', {
    tags: 'sampled',
    timeout: TIMEOUT,
  }, async () => {
    const first = await processedVideo();
    const markingCalls = await faults.count(() => mark(first));
    await bench.take('detection');
    // The last are looks at whether it is tracked.
    for (const moment of moments(markingCalls - LOOKS, 3)) {
      const id = await processedVideo();
      begin(moment);
      const { status } = await markSurface(api, id, { cornersAt: swinging, frame: 10 });
      faults.heal();
      expect([201, 500]).toContain(status);
      await workOff(await bench.take('detection'), inOrder);
      bench.advance(21 * MINUTE);
      await sweep();
      await workOff(await bench.take('detection'), inOrder);
      const objects = await listedObjects(api, id);
      if (status === 201) expect(objects).toHaveLength(1);
      expect([moment, objects.map(({ tracking }) => tracking)]).toEqual([moment, objects.map(() => 'done')]);
      expect([1, 2 * objects.length + 1]).toContain((await versionsOf(api, id)).currentVersion);
      bench.advance(21 * MINUTE);
      await sweep();
      expect((await bench.traces(id)).filter((trace) => trace.startsWith('surfaces'))).toEqual([]);
    }
  });
});

describe('a deletion before any call of the tracking', () => {
  const removals: [
    string,
    (id: string, objectId: string) => Promise<unknown>,
    (id: string) => Promise<void>,
  ][] = [
    [
      'of the object',
      (id, objectId) => api('DELETE', `/api/videos/${id}/objects/${objectId}`),
      async (id) => expect(await listedObjects(api, id)).toEqual([]),
    ],
    [
      'of all objects by a PATCH',
      (id) => api('PATCH', `/api/videos/${id}/metadata`, { json: { objects: null } }),
      async (id) => expect(await listedObjects(api, id)).toEqual([]),
    ],
    [
      'of the video',
      (id) => api('DELETE', `/api/videos/${id}`),
      async (id) => expect((await api('GET', `/api/videos/${id}/objects`)).status).toBe(404),
    ],
  ];

  test.for(sampledRows(removals))(
    '%s ends it, and nothing of it appears or stays',
    { tags: 'sampled', timeout: TIMEOUT },
    async ([, remove, expectGone]) => {
      const sample = portion(storeMoments(calls, sampleOf(2), random));
      for (const [number] of sample) {
        const { id, objectId, messages } = await marked();
        let left = number;
        const deletion = beforeNext(
          () => --left <= 0,
          () => remove(id, objectId),
        );
        const queue = [...messages];
        for (let message = queue.shift(); message !== undefined; message = queue.shift()) {
          const body = message;
          const { batchItemFailures } = await detect(delivery([body]));
          if (batchItemFailures.length > 0) await detect(delivery([body], 2));
          queue.push(...(await bench.take('detection')));
        }
        if (!deletion.happened) await remove(id, objectId);
        await expectGone(id);
        bench.advance(21 * MINUTE);
        await sweep();
        for (const body of await bench.take('detection')) await detect(delivery([body]));
        bench.advance(42 * MINUTE);
        await sweep();
        const traces = await bench.traces(id);
        expect([number, traces.filter((trace) => trace.startsWith('surfaces'))]).toEqual([number, []]);
        expect(await openSurfaces(bench.environment).ofVideo(id)).toEqual([]);
      }
    },
  );
});
