import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { handler as detect } from '../../functions/detector/detector.ts';
import { handler as ingest } from '../../functions/ingest/ingest.ts';
import { handler as sweep } from '../../functions/sweeper/sweeper.ts';
import { EXPORT_FORMAT_NAMES, type ExportFormat } from '../../shared/contract/export-formats.ts';
import type { TableName } from '../../shared/contract/resources.ts';
import { uuidv7 } from '../../shared/domain/ids.ts';
import { systemRuntime } from '../../shared/kernel/runtime/runtime.ts';
import { tableName } from '../../shared/stores/dynamodb/client.ts';
import { shortClip } from '../support/clips/short-clip.ts';
import { beforeNext } from '../support/faults/before-next.ts';
import { failNextFinish } from '../support/jobs/fail-next-finish.ts';
import { claimSegmentedJob } from '../support/jobs/segmented-job.ts';
import { longFrom, sampledRows } from '../support/run/long.ts';
import { createKey } from '../support/service/create-key.ts';
import { delivery, startWorkbench } from '../support/service/workbench.ts';
import type { StoreCall } from '../support/store-calls.ts';
import { buryVideo } from '../support/videos/bury-video.ts';
import { announce, complete, sendParts } from '../support/videos/direct-upload.ts';
import { ingestedVideo, uploadedVideo } from '../support/videos/ingested-video.ts';

const bench = await startWorkbench();
const { api } = bench;
const clip = await shortClip(1);

const uploaded = () => uploadedVideo(bench, clip);
const processedVideo = () => ingestedVideo(bench, clip);

const bury = (id: string) => buryVideo(bench.environment, id);

/** Requires that the next run of the sweeper that finds the video leaves its tombstone alone. */
async function expectSwept(id: string): Promise<void> {
  bench.advance(21 * 60_000);
  await sweep();
  expect(await bench.traces(id)).toEqual(['versions: tombstone']);
}

type Moment = (call: StoreCall) => boolean;

const puts =
  (prefix: string): Moment =>
  ({ command, input }) =>
    command === 'PutObjectCommand' && 'Key' in input && String(input.Key).startsWith(prefix);

const writes =
  (table: TableName): Moment =>
  ({ command, input }) =>
    /^(Put|Update)Item/.test(command) &&
    'TableName' in input &&
    input.TableName === tableName(bench.environment, table);

const exportAs =
  (format: ExportFormat) =>
  async (id: string): Promise<[Moment, () => Promise<unknown>]> => [
    puts('exports/'),
    async () => (await api('GET', `/api/videos/${id}/export?format=${format}`)).status,
  ];

/** Work on a processed video, the call that the deletion comes just before, and the status of the answer. */
const WORK: Record<string, (id: string) => Promise<[Moment, () => Promise<unknown>]>> = {
  ...Object.fromEntries(EXPORT_FORMAT_NAMES.map((format) => [`the ${format} export`, exportAs(format)])),
  'the installation of a plugin': async (id) => [
    writes('plugins'),
    async () =>
      (
        await api('POST', `/api/v1/projects/${id}/plugins`, {
          json: { type: 'user:note', version: '1.0.0', configSchema: { type: 'object' } },
        })
      ).status,
  ],
  'the start of a job': async (id) => [
    writes('jobs'),
    async () => (await api('POST', `/api/videos/${id}/process`)).status,
  ],
};

describe('a writer that a deletion overtakes answers 404, and the sweeper removes what it has written', () => {
  for (const [index, [name, prepare]] of Object.entries(WORK).entries()) {
    test(name, longFrom(3, index), async () => {
      const id = await processedVideo();
      const [moment, work] = await prepare(id);
      const deletion = beforeNext(moment, () => bury(id));
      expect(await work()).toBe(404);
      expect(deletion.happened).toBe(true);
      await expectSwept(id);
    });
  }
});

test('a video is gone with its tombstone, even if the deletion died right after it', async () => {
  const id = await processedVideo();
  await bury(id);
  for (const target of ['', '/metadata', '/versions', '/objects', '/export', '/process/status']) {
    expect([target, (await api('GET', `/api/videos/${id}${target}`)).status]).toEqual([target, 404]);
  }
});

test('a deletion that died right after its tombstone is ended by the next one', async () => {
  const id = await processedVideo();
  await bury(id);
  expect((await api('DELETE', `/api/videos/${id}`)).status).toBe(404);
  expect(await bench.traces(id)).toEqual(['versions: tombstone']);
});

test('a key restricted to other videos ends no deletion', async () => {
  const id = await processedVideo();
  const { secret } = await createKey(bench.environment, {
    account: 'demo',
    projectIds: [uuidv7(systemRuntime)],
  });
  await bury(id);
  const before = await bench.traces(id);
  const { status, body } = await api('DELETE', `/api/videos/${id}`, { key: secret });
  expect([status, body.error.code]).toEqual([403, 'PROJECT_NOT_ALLOWED']);
  expect(await bench.traces(id)).toEqual(before);
});

test('the completion of a direct upload gets 404, and the sweeper removes the object it made', async () => {
  const bytes = new Uint8Array(await readFile(clip));
  const { id, upload: open } = (await announce(api, bytes.length)).body;
  const parts = await sendParts(bytes, open.parts);
  const deletion = beforeNext(writes('videos'), () => bury(id));
  expect((await complete(api, id, { parts })).status).toBe(404);
  expect(deletion.happened).toBe(true);
  await expectSwept(id);
});

test('the number that a deletion takes meanwhile belongs to no version', async () => {
  const id = await processedVideo();
  const asksForIt: Moment = ({ command, input }) =>
    command === 'GetItemCommand' &&
    JSON.stringify(input).includes(id) &&
    JSON.stringify(input).includes('version');
  const deletion = beforeNext(asksForIt, () => bury(id));
  const { status, body } = await api('GET', `/api/videos/${id}/metadata?version=2`);
  expect(deletion.happened).toBe(true);
  expect([status, body.error.code]).toEqual([404, 'VERSION_NOT_FOUND']);
});

describe('the work on messages', () => {
  test('what an ingest wrote meanwhile is removed by the sweeper', async () => {
    const { id, message } = await uploaded();
    const deletion = beforeNext(puts('thumbnails/'), () => bury(id));
    await ingest(delivery([message]));
    expect(deletion.happened).toBe(true);
    await expectSwept(id);
  });

  test('an ingest does not look at the upload of a deleted video', async () => {
    const { id, message } = await uploaded();
    await bury(id);
    const look = beforeNext(
      ({ command, input }) => command === 'HeadObjectCommand' && JSON.stringify(input).includes(id),
      async () => {},
    );
    await ingest(delivery([message]));
    expect(look.happened).toBe(false);
    await expectSwept(id);
  });

  test.each(
    sampledRows([
      ['one of two', 2],
      ['the only one', 1],
    ] as const),
  )(
    'a segment that is %s asks for no finish, and the sweeper removes its detections',
    { tags: 'sampled' },
    async (_, segments) => {
      const id = await processedVideo();
      const { messages } = await claimSegmentedJob(bench.environment, id, segments);
      const deletion = beforeNext(puts('jobs/'), () => bury(id));
      await detect(delivery(messages.slice(0, 1)));
      expect(deletion.happened).toBe(true);
      expect((await bench.take('detection')).filter((body) => body.includes(id))).toEqual([]);
      await expectSwept(id);
    },
  );

  test.each(
    sampledRows([
      ['before it is committed', writes('versions')],
      ['after it was', writes('videos')],
    ] as const),
  )('a finish leaves no version when the video is deleted %s', { tags: 'sampled' }, async (_, moment) => {
    const id = await processedVideo();
    const { messages } = await claimSegmentedJob(bench.environment, id, 1);
    failNextFinish();
    await detect(delivery(messages));
    const finish = await bench.take('detection');
    const deletion = beforeNext(moment, () => bury(id));
    await detect(delivery(finish));
    expect(deletion.happened).toBe(true);
    await expectSwept(id);
  });

  test('a finish of a video that is deleted already makes nothing of it', async () => {
    const id = await processedVideo();
    const { messages } = await claimSegmentedJob(bench.environment, id, 1);
    failNextFinish();
    await detect(delivery(messages));
    const finish = await bench.take('detection');
    await bury(id);
    await detect(delivery(finish));
    await expectSwept(id);
  });
});
