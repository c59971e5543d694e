import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { handler as detect } from '../../functions/detector/detector.ts';
import { openMediaFiles } from '../../shared/stores/files/media-files.ts';
import { mediaKeys } from '../../shared/stores/files/media-keys.ts';
import { openVideos } from '../../shared/stores/videos/videos.ts';
import { shortClip } from '../support/clips/short-clip.ts';
import { faultRandom, rounds, TIMEOUT } from '../support/faults/faults.ts';
import { versionsOf } from '../support/jobs/outcome.ts';
import { sampledRows } from '../support/run/long.ts';
import type { JobBody } from '../support/service/api.ts';
import { descendants, killIfAlive, processesVisible } from '../support/service/processes.ts';
import { delivery, startWorkbench } from '../support/service/workbench.ts';
import { ingestedVideo } from '../support/videos/ingested-video.ts';

const random = faultRandom();
const below = (limit: number): number => Math.floor(random() * limit);

const bench = await startWorkbench();
const files = openMediaFiles(bench.environment);
const clip = await shortClip(4, 15);
const bytes = await readFile(clip);
const id = await ingestedVideo(bench, clip);
const key = mediaKeys.upload((await openVideos(bench.environment).ownerOf(id)) ?? '', id);

const jobOf = async (): Promise<JobBody> =>
  (await bench.api<JobBody>('GET', `/api/videos/${id}/process/status`)).body;

/** Runs a job with as many attempts as the queue makes. */
async function runJob(): Promise<JobBody> {
  expect((await bench.api('POST', `/api/videos/${id}/process`, { json: { fps: 15 } })).status).toBe(201);
  for (
    let bodies = await bench.take('detection');
    bodies.length > 0;
    bodies = await bench.take('detection')
  ) {
    for (const body of bodies) {
      for (let attempt = 1; attempt <= 5; attempt++) {
        const { batchItemFailures } = await detect(delivery([body], attempt));
        if (batchItemFailures.length === 0) break;
      }
    }
  }
  return jobOf();
}

/** Replaces the bytes of the video without an ingest. */
async function replaceFile(content: Uint8Array): Promise<void> {
  await files.put(key, content, 'video/mp4');
  await bench.take('ingest');
}

interface Damage {
  damaged: () => Uint8Array;
  /** How the job may end: the code of its failure, or `completed`. */
  endings: readonly string[];
}

const DAMAGES: Record<string, Damage> = {
  'zeros in its middle': {
    damaged: () => Buffer.from(bytes).fill(0, Math.floor(bytes.length * 0.4), Math.floor(bytes.length * 0.6)),
    endings: ['completed', 'CORRUPT_DATA'],
  },
  'random bytes in its middle': {
    damaged() {
      const copy = Buffer.from(bytes);
      const start = Math.floor(bytes.length * 0.3);
      for (let i = 0; i < 2000; i++) copy[start + below(bytes.length * 0.5)] = below(256);
      return copy;
    },
    endings: ['completed', 'CORRUPT_DATA'],
  },
  'its second half missing': {
    damaged: () => bytes.subarray(0, bytes.length / 2),
    endings: ['CORRUPT_DATA'],
  },
  'nothing of it left but noise': {
    damaged: () => Uint8Array.from({ length: bytes.length }, () => below(256)),
    endings: ['NOT_A_VIDEO'],
  },
  'an empty file in its place': {
    damaged: () => new Uint8Array(),
    endings: ['NOT_A_VIDEO'],
  },
};

describe('a detection job on a video that was damaged after its ingest', () => {
  test.for(sampledRows(Object.entries(DAMAGES)))(
    'ends, and so does the next one: %s',
    { tags: 'sampled', timeout: TIMEOUT },
    async ([, { damaged, endings }]) => {
      for (let round = 0; round < rounds(50, 1); round++) {
        const { currentVersion } = await versionsOf(bench.api, id);
        await replaceFile(damaged());
        const { status, error } = await runJob();
        expect(endings).toContain(error?.code ?? status);
        const made = status === 'completed' ? 1 : 0;
        expect((await versionsOf(bench.api, id)).currentVersion).toBe(currentVersion + made);
        // Neither the detector nor the video is blocked.
        await replaceFile(bytes);
        expect((await runJob()).status).toBe('completed');
      }
    },
  );

  test('fails when the file is gone', async () => {
    await files.delete(key);
    expect(await runJob()).toMatchObject({ status: 'failed', error: { code: 'DETECTION_FAILED' } });
    await replaceFile(bytes);
  });
});

describe.skipIf(!processesVisible)('a decoder that dies in the middle (needs /proc)', () => {
  test('fails the job and nothing else', async () => {
    await bench.api('POST', `/api/videos/${id}/process`, { json: { fps: 15 } });
    const before = new Set(descendants(process.pid).map(({ pid }) => pid));
    let over = false;
    const killDecoders = async (): Promise<void> => {
      while (!over) {
        const born = descendants(process.pid).filter(({ pid }) => !before.has(pid));
        for (const process of born) killIfAlive(process);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const killing = killDecoders();
    const [body = ''] = await bench.take('detection');
    expect(await detect(delivery([body]))).toEqual({ batchItemFailures: [] });
    over = true;
    await killing;
    expect(await jobOf()).toMatchObject({ status: 'failed', error: { code: 'DECODER_CRASHED' } });
    expect((await runJob()).status).toBe('completed');
  });
});
