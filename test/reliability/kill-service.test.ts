import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { synthesizeClip } from '../../synthetic/synthesize-clip.ts';
import { faultRandom, rounds, TIMEOUT, thorough } from '../support/faults/faults.ts';
import { outcome, versionsOf } from '../support/jobs/outcome.ts';
import {
  type Api,
  eventually,
  fileForm,
  type JobBody,
  jobOver,
  listedVideos,
  settled,
  upload,
} from '../support/service/api.ts';
import { hammer } from '../support/service/hammer.ts';
import { type MortalService, startMortalService } from '../support/service/mortal-service.ts';
import { processesVisible } from '../support/service/processes.ts';
import { temporaryFolder } from '../support/service/test-service.ts';

const ROUNDS = rounds(20, 1);

const random = faultRandom();
const between = (low: number, high: number): number => low + Math.floor(random() * (high - low));

let folder: string;
let shortClip: Uint8Array;
let longClip: string;

beforeAll(async () => {
  folder = await temporaryFolder('kill');
  const short = path.join(folder, 'short.mp4');
  longClip = path.join(folder, 'long.mp4');
  await synthesizeClip(short, { seconds: 1, width: 160, height: 90, fps: 10 });
  // Two segments, or three if every frame is sampled.
  await synthesizeClip(longClip, { seconds: thorough ? 21 : 11, width: 160, height: 90, fps: 15 });
  shortClip = await readFile(short);
});

/** The short clip followed by a unique box of eight bytes, so that no two uploads are equal. */
function distinctClip(number: number): Uint8Array<ArrayBuffer> {
  const box = Buffer.alloc(16);
  box.writeUInt32BE(box.length);
  box.write('free', 4, 'latin1');
  box.writeUInt32BE(number, 8);
  return new Uint8Array(Buffer.concat([shortClip, box]));
}

describe.skipIf(!processesVisible)('after kill -9 of the whole service (needs /proc)', () => {
  test('every upload that was answered is there, byte for byte, and gets processed', {
    timeout: TIMEOUT,
  }, async () => {
    const dataDir = await temporaryFolder('uploads');
    const stored = new Map<string, Uint8Array>();
    for (let round = 0; round < ROUNDS; round++) {
      const service = await startMortalService(dataDir);
      const enough = stored.size + between(1, 4);
      await hammer(service, 2, async (number) => {
        const bytes = distinctClip(round * 1000 + number);
        const form = fileForm(bytes);
        const { status, body } = await service.api<{ id: string }>('POST', '/api/videos/upload', { form });
        expect(status).toBe(201);
        stored.set(body.id, bytes);
        if (stored.size === enough) void delay(between(0, 30)).then(service.kill);
      });
    }
    const { api } = await startMortalService(dataDir);
    for (const [id, bytes] of stored) {
      const { status, streamUrl } = await settled(api, id);
      expect(status).toBe('processed');
      const served = await (await fetch(streamUrl)).arrayBuffer();
      expect(Buffer.compare(new Uint8Array(served), bytes)).toBe(0);
    }
    const { videos } = await listedVideos(api);
    const others = videos.filter(({ id }) => !stored.has(id));
    expect(others.map(({ status }) => status)).not.toContain('failed');
  });

  test('every PATCH that was answered is in the document, and versions are dense', {
    tags: 'long',
    timeout: TIMEOUT,
  }, async () => {
    const dataDir = await temporaryFolder('patches');
    const writers = 4;
    let service = await startMortalService(dataDir);
    const form = fileForm(distinctClip(0));
    const { body: video } = await service.api<{ id: string }>('POST', '/api/videos/upload', { form });
    await settled(service.api, video.id);

    const answered = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round++) {
      const { api, kill } = service;
      const enough = answered.size + between(5, 25);
      await hammer(service, writers, async (number) => {
        const id = `variable-${round}-${number}`;
        const json = { variables: [{ id, value: number }] };
        const { status, body } = await api<{ version: number }>('PATCH', `/api/videos/${video.id}/metadata`, {
          json,
        });
        expect(status).toBe(200);
        answered.set(id, body.version);
        if (answered.size === enough) void kill();
      });
      service = await startMortalService(dataDir);
    }

    const { api } = service;
    const variablesAt = async (version: number): Promise<string[]> => {
      const target = `/api/videos/${video.id}/metadata?version=${version}`;
      const { body } = await api<{ variables: { id: string }[] }>('GET', target);
      return body.variables.map(({ id }) => id);
    };
    const { versions, currentVersion } = await versionsOf(api, video.id);
    expect(versions.map(({ version }) => version)).toEqual(
      Array.from({ length: currentVersion }, (_, i) => currentVersion - i),
    );
    for (const [id, version] of answered) expect(await variablesAt(version)).toContain(id);
    const final = await variablesAt(currentVersion);
    expect(final).toEqual(expect.arrayContaining([...answered.keys()]));
    // Patches in flight when the service died may have been committed, each at most once.
    expect(new Set(final).size).toBe(currentVersion - 1);
    expect(final.length - answered.size).toBeLessThanOrEqual(ROUNDS * writers);
  });

  test('an ingest goes on, and makes one version', { tags: 'long', timeout: TIMEOUT }, async () => {
    const dataDir = await temporaryFolder('ingest');
    let service = await startMortalService(dataDir);
    for (let round = 0; round < ROUNDS; round++) {
      const id = await upload(service.api, longClip);
      for (let kills = 0; kills < 2; kills++) {
        await delay(between(0, 600));
        await service.kill();
        service = await startMortalService(dataDir);
      }
      expect((await settled(service.api, id)).status).toBe('processed');
      expect(await versionsOf(service.api, id)).toMatchObject({
        currentVersion: 1,
        versions: [{ version: 1, description: 'Video processed' }],
      });
    }
  });
});

async function startJob({ api }: MortalService, id: string): Promise<void> {
  const { status } = await api('POST', `/api/videos/${id}/process`, { json: { fps: 15 } });
  expect(status).toBe(201);
}

const jobOf = async (api: Api, id: string): Promise<JobBody> =>
  (await api<JobBody>('GET', `/api/videos/${id}/process/status`)).body;

/** Resolves once the job has reached this percentage, or is over. */
const reaches = (api: Api, id: string, percentage: number): Promise<unknown> =>
  eventually(
    () => jobOf(api, id),
    ({ progress, status }) => progress >= percentage || status === 'completed',
  );

/** Moments to kill at while a job runs that takes this many milliseconds: random ones and step boundaries. */
function strikes(milliseconds: number): ((api: Api, id: string) => Promise<unknown>)[] {
  const randomly = Array.from({ length: thorough ? 3 : 1 }, () => between(0, milliseconds));
  return [
    ...randomly.map((after) => () => delay(after)),
    ...[between(30, 60), 97].map((percentage) => (api: Api, id: string) => reaches(api, id, percentage)),
  ];
}

describe.skipIf(!processesVisible)('a detection job ends as if undisturbed (needs /proc)', () => {
  const newVideo = async ({ api }: MortalService): Promise<string> => {
    const id = await upload(api, longClip);
    await settled(api, id);
    return id;
  };

  const runUndisturbed = async () => {
    const dataDir = await temporaryFolder('jobs');
    const service = await startMortalService(dataDir);
    const id = await newVideo(service);
    await startJob(service, id);
    const begun = Date.now();
    expect((await jobOver(service.api, id)).status).toBe('completed');
    const duration = Date.now() - begun;
    const expected = await outcome(service.api, id);
    expect(expected.objects.length).toBeGreaterThan(1);
    expect(expected.versions).toHaveLength(2);
    await service.kill();
    return { dataDir, expected, duration };
  };
  let undisturbed: ReturnType<typeof runUndisturbed> | undefined;

  /** The outcome of an undisturbed job, its duration in milliseconds, and its data folder. */
  const reference = () => {
    undisturbed ??= runUndisturbed();
    return undisturbed;
  };

  test('when the service is killed again and again', { tags: 'long', timeout: TIMEOUT }, async () => {
    const { dataDir, expected, duration } = await reference();
    let service = await startMortalService(dataDir);
    for (let round = 0; round < ROUNDS; round++) {
      const id = await newVideo(service);
      await startJob(service, id);
      for (const strike of strikes(duration)) {
        await strike(service.api, id);
        await service.kill();
        service = await startMortalService(dataDir);
      }
      expect(await jobOver(service.api, id)).toMatchObject({ status: 'completed', progress: 100 });
      expect(await outcome(service.api, id)).toEqual(expected);
    }
  });

  test('when the service is interrupted by Ctrl-C', { tags: 'long', timeout: TIMEOUT }, async () => {
    const { dataDir, expected } = await reference();
    let service = await startMortalService(dataDir);
    for (let round = 0; round < ROUNDS; round++) {
      const id = await newVideo(service);
      await startJob(service, id);
      await eventually(async () => service.decodes(), Boolean);
      await service.interrupt();
      service = await startMortalService(dataDir);
      expect(await jobOver(service.api, id)).toMatchObject({ status: 'completed', progress: 100 });
      expect(await outcome(service.api, id)).toEqual(expected);
    }
  });

  test('when its worker is killed, and the API answers meanwhile', {
    tags: 'long',
    timeout: TIMEOUT,
  }, async () => {
    const { dataDir, expected, duration } = await reference();
    const service = await startMortalService(dataDir);
    for (let round = 0; round < ROUNDS; round++) {
      const id = await newVideo(service);
      await startJob(service, id);
      let watching = true;
      const watched = eventually(
        () => service.api('GET', `/api/videos/${id}`),
        ({ status }) => status !== 200 || !watching,
      );
      for (const strike of strikes(duration)) {
        await strike(service.api, id);
        await service.killWorker();
      }
      expect(await jobOver(service.api, id)).toMatchObject({ status: 'completed', progress: 100 });
      watching = false;
      expect((await watched).status).toBe(200);
      expect(await outcome(service.api, id)).toEqual(expected);
    }
  });
});

describe.runIf(thorough && processesVisible)('a job whose every attempt kills the worker (long run)', () => {
  test('fails, and the next one completes', { timeout: TIMEOUT }, async () => {
    const service = await startMortalService(await temporaryFolder('poison'));
    const id = await upload(service.api, longClip);
    await settled(service.api, id);
    await startJob(service, id);
    for (;;) {
      const { status } = await eventually(
        () => jobOf(service.api, id),
        (job) => job.status === 'failed' || service.decodes(),
      );
      if (status === 'failed') break;
      await service.killWorker();
    }
    expect(await jobOf(service.api, id)).toMatchObject({ status: 'failed', error: { code: 'WORKER_DIED' } });
    await startJob(service, id);
    expect((await jobOver(service.api, id)).status).toBe('completed');
  });
});
