import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { handler as detect } from '../../../functions/detector/detector.ts';
import { handler as ingest } from '../../../functions/ingest/ingest.ts';
import { cutClip } from '../../support/clips/cut-clip.ts';
import { withDamagedPictures } from '../../support/clips/damaged-pictures.ts';
import { joinedClip } from '../../support/clips/joined-clip.ts';
import { numberedClip } from '../../support/clips/numbered-clip.ts';
import { shortClip } from '../../support/clips/short-clip.ts';
import { outcome } from '../../support/jobs/outcome.ts';
import { claimSegmentedJob } from '../../support/jobs/segmented-job.ts';
import { fileForm, type JobBody, settled } from '../../support/service/api.ts';
import { temporaryFolder } from '../../support/service/test-service.ts';
import { delivery, startWorkbench, type Workbench } from '../../support/service/workbench.ts';

const FRAMES = 30;
const all = [...Array(FRAMES).keys()];

let bench: Workbench;
let clip: Buffer;

beforeAll(async () => {
  bench = await startWorkbench();
  clip = await readFile(await shortClip(6));
});

/** Uploads the clip with these pictures damaged and has it ingested. */
const damagedVideo = async (pictures: readonly number[], of = clip): Promise<string> =>
  ingested(await withDamagedPictures(of, pictures));

async function ingested(file: Buffer): Promise<string> {
  const form = fileForm(new Uint8Array(file), 'clip.mp4');
  const { body } = await bench.api<{ id: string }>('POST', '/api/videos/upload', { form });
  for (const message of await bench.take('ingest')) await ingest(delivery([message]));
  return body.id;
}

/** Works through messages, each so many times, and what comes of them. */
async function work(bodies: readonly string[], times = 1): Promise<void> {
  for (const body of bodies) for (let i = 0; i < times; i++) await detect(delivery([body]));
  const next = await bench.take('detection');
  if (next.length > 0) await work(next, times);
}

const jobOf = async (id: string): Promise<JobBody> =>
  (await bench.api<JobBody>('GET', `/api/videos/${id}/process/status`)).body;

/** A job that looks at every frame, in so many segments. */
async function processed(id: string, segments: number, times = 1): Promise<JobBody> {
  const { messages } = await claimSegmentedJob(bench.environment, id, segments);
  await work(messages, times);
  return jobOf(id);
}

test('a recording that was cut within a group of pictures tells before any job what it lost', async () => {
  const folder = await temporaryFolder('clips');
  const [whole, cut] = [path.join(folder, 'whole.mp4'), path.join(folder, 'cut.mp4')];
  await numberedClip(whole, {
    container: 'mp4',
    ticks: all,
    keyInterval: 15,
    encoderOptions: { 'x264-params': 'log=0:scenecut=0' },
  });
  await cutClip(whole, cut, { packet: 5 });
  const id = await ingested(await readFile(cut));
  expect(await settled(bench.api, id)).toMatchObject({
    status: 'processed',
    undecodableFrames: 10,
    metadata: { videoDetails: { totalFrames: 15 } },
  });
  expect(await processed(id, 1)).toMatchObject({
    status: 'completed',
    totalFrames: 15,
    undecodableFrames: 0,
  });
});

test('a video of which samples have no data tells before any job which its jobs will miss', {
  tags: 'long',
}, async () => {
  const name = path.join(await temporaryFolder('clips'), 'clip.mp4');
  await numberedClip(name, { container: 'mp4', ticks: all, bFrames: 0 });
  const file = await joinedClip([await readFile(name)]);
  const sizes = file.lastIndexOf('stsz') + 16;
  // Of those that a job at 5 frames a second looks at.
  for (const sample of [6, 18]) file.writeUInt32BE(0, sizes + 4 * sample);
  const id = await ingested(file);
  const told = { undecodableFrames: 2, metadata: { videoDetails: { totalFrames: FRAMES } } };
  expect(await settled(bench.api, id)).toMatchObject(told);
  expect(await processed(id, 2)).toMatchObject({ status: 'completed', undecodableFrames: 2 });
});

describe('a video with damaged pictures', () => {
  test('is processed, and its job goes on behind them and counts them', async () => {
    const id = await damagedVideo([14]);
    expect(await settled(bench.api, id)).toMatchObject({ status: 'processed' });
    expect(await processed(id, 1)).toMatchObject({
      status: 'completed',
      progress: 100,
      totalFrames: FRAMES,
      undecodableFrames: 1,
      samples: { total: FRAMES, processed: FRAMES, detected: FRAMES - 1 },
    });
    const { objects } = await outcome(bench.api, id);
    const spans = objects as { firstFrame?: number; lastFrame?: number }[];
    expect(spans.some(({ firstFrame = 99, lastFrame = 0 }) => firstFrame < 14 && lastFrame > 14)).toBe(true);
  });

  test('gets the same count and result however often its messages come', { tags: 'long' }, async () => {
    const damage = [3, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 29];
    const [once, repeated] = [await damagedVideo(damage), await damagedVideo(damage)];
    // All of the second segment is damaged.
    expect(await processed(once, 3)).toMatchObject({ undecodableFrames: damage.length });
    expect(await processed(repeated, 3, 2)).toMatchObject({
      status: 'completed',
      undecodableFrames: damage.length,
    });
    expect(await outcome(bench.api, repeated)).toEqual(await outcome(bench.api, once));
  });

  test('fails its job where less than half of the frames to look at can be decoded', async () => {
    const half = all.slice(FRAMES / 2);
    expect(await processed(await damagedVideo(half), 2)).toMatchObject({
      status: 'completed',
      undecodableFrames: half.length,
    });
    const id = await damagedVideo([1, ...half]);
    expect(await processed(id, 2, 2)).toMatchObject({
      status: 'failed',
      undecodableFrames: half.length + 1,
      error: { code: 'CORRUPT_DATA', message: expect.stringContaining('14 of the 30 frames') },
    });
    expect((await outcome(bench.api, id)).versions).toHaveLength(1);
  });

  test('has a thumbnail of another group of pictures where the first choice is damaged', async () => {
    const file = path.join(await temporaryFolder('clips'), 'groups.mp4');
    await numberedClip(file, { container: 'mp4', ticks: all, keyInterval: 10 });
    const id = await damagedVideo(all.slice(10, 20), await readFile(file));
    const video = await settled(bench.api, id);
    expect(video).toMatchObject({ status: 'processed', thumbnail: expect.stringContaining('http') });
  });

  test('is refused where none is', async () => {
    expect(await settled(bench.api, await damagedVideo(all))).toMatchObject({
      status: 'failed',
      failure: { code: 'CORRUPT_DATA' },
    });
  });
});
