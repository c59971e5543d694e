import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from 'vitest';
import { handler as sweep } from '../../functions/sweeper/sweeper.ts';
import { uuidv7 } from '../../shared/domain/ids.ts';
import { openDocuments } from '../../shared/stores/documents/documents.ts';
import { dynamodb, tableName } from '../../shared/stores/dynamodb/client.ts';
import { openMediaFiles } from '../../shared/stores/files/media-files.ts';
import { mediaKeys } from '../../shared/stores/files/media-keys.ts';
import { shortClip } from '../support/clips/short-clip.ts';
import { beforeNext } from '../support/faults/before-next.ts';
import { fail, on } from '../support/faults/moments.ts';
import { startWorkbench } from '../support/service/workbench.ts';
import { ingestedVideo } from '../support/videos/ingested-video.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const bench = await startWorkbench();
const { api, environment } = bench;
const files = openMediaFiles(environment);
const clip = await shortClip(2, 10);
const TableName = tableName(environment, 'versions');

/** Takes the walk away, which the clock of an earlier test has moved. */
const forgetWalk = () =>
  dynamodb().send(new DeleteCommand({ TableName, Key: { videoId: '#sweeper', version: 0 } }));

beforeEach(async () => {
  await forgetWalk();
});

const processedVideo = () => ingestedVideo(bench, clip);

/** Too large for the version item, so that the version refers to a blob. */
const value = Array.from({ length: 3000 }, () => uuidv7(environment.runtime)).join();
const variables = [{ id: 'large', value }];

async function largeVideo(): Promise<string> {
  const id = await processedVideo();
  const { status } = await api('PATCH', `/api/videos/${id}/metadata`, { json: { variables } });
  expect(status).toBe(200);
  return id;
}

/** What a writer leaves that dies before its commit. */
async function lostBlob(id: string): Promise<string> {
  const prepared = await openDocuments(environment).prepare(id, 'lost-race', null, { parts: { variables } });
  await prepared.store();
  for await (const { key } of files.list(mediaKeys.section(id, 'variables', 'lost-race'))) return key;
  throw new Error('Nothing was stored');
}

/** Runs the sweeper until it removes blobs again after the clock was moved. */
async function sweepOn(): Promise<void> {
  await sweep();
  bench.advance(20 * MINUTE);
  await sweep();
}

test('blobs that no version refers to go when they are 24 hours old, and no others', async () => {
  const [id, later] = [await largeVideo(), await processedVideo()];
  const lost = [await lostBlob(id), await lostBlob(later)];

  bench.advance(23 * HOUR);
  await sweepOn();
  for (const key of lost) expect(await files.size(key)).not.toBeNull();
  bench.advance(2 * HOUR);
  await sweepOn();
  for (const key of lost) expect(await files.size(key)).toBeNull();
  const { body } = await api('GET', `/api/videos/${id}/metadata`);
  expect(body).toMatchObject({ variables });
  expect((await api('GET', `/api/videos/${later}/export`)).status).toBe(200);
  expect(await files.size(mediaKeys.frameIndex(later))).not.toBeNull();
});

test('blobs that are written to a deleted video go, too', async () => {
  const id = await processedVideo();
  await api('DELETE', `/api/videos/${id}`);
  // Its tombstone has been looked at by then.
  bench.advance(HOUR);
  await sweepOn();
  const key = await lostBlob(id);
  bench.advance(25 * HOUR);
  await sweepOn();
  expect(await files.size(key)).toBeNull();
});

test('a clock that is set forward costs no document that is being written, however long the machine slept', async () => {
  const id = await processedVideo();
  await sweepOn();
  const key = await lostBlob(id);
  // Whoever writes it commits within 15 minutes of work, by a clock that was set meanwhile.
  bench.advance(48 * HOUR);
  for (let minutes = 0; minutes < 20; minutes += 5) {
    await sweep();
    expect(await files.size(key)).not.toBeNull();
    bench.advance(5 * MINUTE);
  }
  await sweep();
  expect(await files.size(key)).toBeNull();
});

test('a run that dies after it has taken a blob away, or of which the video cannot be read, loses nothing', async () => {
  const [id, other] = [await largeVideo(), await largeVideo()];
  const lost = [await lostBlob(id), await lostBlob(other)];
  bench.advance(25 * HOUR);
  await sweep();
  bench.advance(20 * MINUTE);
  // The write of where the walk is, after that which begins the run.
  let writes = 0;
  const dies = beforeNext((call) => on('PutItem', 'versions')(call) && ++writes === 2, fail);
  await expect(sweep()).rejects.toThrow('Not everything could be swept');
  expect(dies.happened).toBe(true);
  for (const key of lost) expect(await files.size(key)).toBeNull();
  await sweep();
  for (const video of [id, other])
    expect((await api('GET', `/api/videos/${video}/metadata`)).body).toMatchObject({ variables });
});

test('a removal that fails is made again', async () => {
  const id = await processedVideo();
  const key = await lostBlob(id);
  bench.advance(25 * HOUR);
  await sweep();
  bench.advance(20 * MINUTE);
  beforeNext(({ command }) => command === 'DeleteObjectsCommand', fail);
  await expect(sweep()).rejects.toThrow('Not everything could be swept');
  expect(await files.size(key)).not.toBeNull();
  bench.advance(25 * HOUR);
  await sweepOn();
  expect(await files.size(key)).toBeNull();
});
