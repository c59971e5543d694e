import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { handler as detect } from '../../functions/detector/detector.ts';
import { handler as ingest } from '../../functions/ingest/ingest.ts';
import { handler as sweep } from '../../functions/sweeper/sweeper.ts';
import { EXPORT_FORMAT_NAMES } from '../../shared/contract/export-formats.ts';
import { shortClip } from '../support/clips/short-clip.ts';
import { faultRandom, rounds, TIMEOUT } from '../support/faults/faults.ts';
import { withoutTurns } from '../support/faults/without-turns.ts';
import { failNextFinish } from '../support/jobs/fail-next-finish.ts';
import { claimSegmentedJob } from '../support/jobs/segmented-job.ts';
import { listedVideos, upload, type VideoBody } from '../support/service/api.ts';
import { delivery, startWorkbench } from '../support/service/workbench.ts';
import { ingestedVideo, uploadedVideo } from '../support/videos/ingested-video.ts';

withoutTurns();

const ROUNDS = rounds(100, 2);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const random = faultRandom();
const below = (limit: number): number => Math.floor(random() * limit);

const bench = await startWorkbench();
const { api } = bench;
const clip = await shortClip(1);

const uploaded = () => uploadedVideo(bench, clip);
const processedVideo = () => ingestedVideo(bench, clip);

/** Waits for a random number of turns of the event loop below `limit`. */
async function someTurns(limit: number): Promise<void> {
  for (let left = below(limit); left > 0; left--) await turn();
}

const remove = async (id: string): Promise<void> => {
  expect((await api('DELETE', `/api/videos/${id}`)).status).toBe(200);
};

type Delivery = (received: number) => Promise<{ batchItemFailures: unknown[] }>;

/** Messages about a deleted video are acknowledged at once, whatever was under way: they would be reported as failures. */
const expectDone = async (deliver: Delivery): Promise<void> => {
  expect((await deliver(1)).batchItemFailures).toEqual([]);
};

/** Requires that the API does not show the video any more, and that nothing of it is left after a sweep. */
async function expectGone(id: string): Promise<void> {
  const { videos } = await listedVideos(api);
  expect(videos.map((video) => video.id)).not.toContain(id);
  for (const target of ['', '/metadata', '/versions', '/objects', '/export', '/process/status']) {
    expect([target, (await api('GET', `/api/videos/${id}${target}`)).status]).toEqual([target, 404]);
  }
  // Notifications and messages that were still in flight.
  for (const message of await bench.take('ingest'))
    await expectDone((received) => ingest(delivery([message], received)));
  for (const message of await bench.take('detection'))
    await expectDone((received) => detect(delivery([message], received)));

  bench.advance(21 * MINUTE);
  await sweep();
  expect(await bench.traces(id)).toEqual(['versions: tombstone']);
  bench.advance(15 * DAY);
  await sweep();
  expect(await bench.traces(id)).toEqual([]);
}

/** Sends a request that may come before or after the deletion. */
const request = async (...call: Parameters<typeof api>): Promise<void> => {
  const { status } = await api(...call);
  expect([200, 201, 404]).toContain(status);
};

/** Work during which a processed video is deleted, by name. `prepare` creates what that work needs. */
const OPPONENTS: Record<string, (id: string) => Promise<() => Promise<void>>> = {
  'a PATCH': async (id) => () =>
    request('PATCH', `/api/videos/${id}/metadata`, {
      // Too large for the version item, and hard to compress.
      json: { variables: [{ id: 'late', value: randomBytes(9000).toString('hex') }] },
    }),
  'the installation of a plugin': async (id) => () =>
    request('POST', `/api/v1/projects/${id}/plugins`, {
      json: { type: 'user:late', version: '1.0.0', configSchema: {} },
    }),
  'the start of a job': async (id) => () => request('POST', `/api/videos/${id}/process`),
  ...Object.fromEntries(
    EXPORT_FORMAT_NAMES.map((format) => [
      `the ${format} export`,
      async (id: string) => () => request('GET', `/api/videos/${id}/export?format=${format}`),
    ]),
  ),
  'the work on a segment': async (id) => {
    const { messages } = await claimSegmentedJob(bench.environment, id, 1);
    return () => expectDone((received) => detect(delivery(messages, received)));
  },
  'the finish of a job': async (id) => {
    const { messages } = await claimSegmentedJob(bench.environment, id, 1);
    failNextFinish();
    await detect(delivery(messages));
    const finish = await bench.take('detection');
    return () => expectDone((received) => detect(delivery(finish, received)));
  },
};

describe('a deleted video stays deleted, whatever was under way', () => {
  test.for(Object.entries(OPPONENTS))('%s', { tags: 'sampled', timeout: TIMEOUT }, async ([, prepare]) => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await processedVideo();
      const opponent = await prepare(id);
      const racing = someTurns(100).then(opponent);
      await someTurns(100);
      await remove(id);
      await racing;
      await expectGone(id);
    }
  });

  test('an ingest', { tags: 'sampled', timeout: TIMEOUT }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, message } = await uploaded();
      const racing = expectDone((received) => ingest(delivery([message], received)));
      // An ingest takes long, mostly in other threads and processes.
      await someTurns(2000);
      await remove(id);
      await racing;
      await expectGone(id);
    }
  });

  test('the upload itself, deleted as soon as a list shows it', { timeout: TIMEOUT }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const uploading = upload(api, clip);
      const firstShown = async (): Promise<string> => {
        for (;;) {
          const { body } = await api<{ videos: VideoBody[] }>('GET', '/api/videos');
          const [video] = body.videos;
          if (video !== undefined) return video.id;
        }
      };
      const id = await firstShown();
      await remove(id);
      expect(await uploading).toBe(id);
      await expectGone(id);
    }
  });

  test('another deletion: one of them finds nothing', async () => {
    const id = await processedVideo();
    const answers = await Promise.all([1, 2, 3].map(() => api('DELETE', `/api/videos/${id}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    await expectGone(id);
  });
});
