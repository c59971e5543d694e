import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../../client/client.ts';
import { type DirectUploadOptions, uploadDirect } from '../../../client/files/upload-direct.ts';
import { sampledRows } from '../../support/run/long.ts';
import { apiOf, settled } from '../../support/service/api.ts';
import { provideOffsetClock } from '../../support/service/offset-clock.ts';
import { startTestService, temporaryFolder } from '../../support/service/test-service.ts';
import { PART_SIZE, paddedClip } from '../../support/videos/direct-upload.ts';

const HOUR = 60 * 60_000;
/** As many as are sent at a time. */
const MOST_AT_A_TIME = 4;
const PARTS = 3;
const SIZE = (PARTS - 1) * PART_SIZE + 1000;

/** Requests of the client to the API, by path without ids. */
let calls: string[] = [];
let waits: number[] = [];

const service = await startTestService();
const clock = provideOffsetClock();
const api = apiOf(service);
const client = createClient({
  ...service,
  fetch: (url, init) => {
    calls.push(`${init?.method} ${new URL(String(url)).pathname.replace(/[0-9a-f-]{36}/, ':id')}`);
    return fetch(url, init);
  },
});
const folder = await temporaryFolder('files');

/** A video of so many parts. */
async function paddedFile(parts: number): Promise<{ file: string; size: number; bytes: Uint8Array }> {
  const size = (parts - 1) * PART_SIZE + 1000;
  const bytes = await paddedClip(folder, size);
  const file = path.join(folder, `${parts} parts.mp4`);
  await writeFile(file, bytes);
  return { file, size, bytes };
}

const { file, bytes } = await paddedFile(PARTS);

beforeEach(() => {
  calls = [];
  waits = [];
});

const upload = (options: Partial<DirectUploadOptions> = {}) =>
  uploadDirect({
    client,
    file,
    size: SIZE,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
    ...options,
  });

async function expectArrived(id: string): Promise<void> {
  expect(await settled(api, id)).toMatchObject({ status: 'processed', fileSize: SIZE });
  const stored = await fetch((await settled(api, id)).streamUrl);
  expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true);
}

/** A `fetch` whose requests for parts can be tampered with; `attempt` counts them all, from 1. */
const tampered =
  (tamper: (attempt: number, init: RequestInit) => RequestInit | Response) =>
  (attempts: { count: number } = { count: 0 }): typeof globalThis.fetch =>
  async (url, init = {}) => {
    const changed = tamper(++attempts.count, init);
    return changed instanceof Response ? changed : fetch(url, changed);
  };

/** A body that breaks off after half of its bytes. */
function broken(init: RequestInit): RequestInit {
  const half = PART_SIZE / 2;
  async function* first(): AsyncGenerator<Uint8Array> {
    let sent = 0;
    for await (const chunk of init.body as unknown as AsyncIterable<Uint8Array>) {
      yield chunk;
      sent += chunk.length;
      if (sent >= half) throw new Error('the cable was pulled');
    }
  }
  return { ...init, body: ReadableStream.from(first()) };
}

describe('an undisturbed upload', () => {
  test('sends every part once, four at a time, and reports its progress', async () => {
    const parts = MOST_AT_A_TIME + 1;
    const { bytes: _, ...large } = await paddedFile(parts);
    let now = 0;
    let most = 0;
    let sent = 0;
    const progress: number[] = [];
    const { id, status } = await upload({
      ...large,
      name: 'In parts',
      fetch: async (url, init) => {
        sent++;
        most = Math.max(most, ++now);
        const response = await fetch(url, init);
        now--;
        return response;
      },
      onProgress: (count, total) => {
        expect(total).toBe(large.size);
        progress.push(count);
      },
    });
    expect(['processing', 'processed']).toContain(status);
    expect([sent, most]).toEqual([parts, MOST_AT_A_TIME]);
    expect(progress.at(-1)).toBe(large.size);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(calls).toEqual(['POST /api/videos/upload', 'POST /api/videos/:id/upload/complete']);
    expect(await settled(api, id)).toMatchObject({ name: 'In parts', fileSize: large.size });
  });
});

describe('a disturbed upload', () => {
  test('sends a part again whose connection broke in the middle, after a wait that grows', async () => {
    const attempts = { count: 0 };
    const fetch = tampered((attempt, init) => (attempt <= 3 ? broken(init) : init))(attempts);
    const { id } = await upload({ parallel: 1, fetch });
    expect(attempts.count).toBe(PARTS + 3);
    expect(waits).toEqual([500, 1000, 2000]);
    await expectArrived(id);
  });

  test.each(sampledRows([503, 429]))(
    'sends a part again that the store answered with %i',
    { tags: 'sampled' },
    async (status) => {
      const attempts = { count: 0 };
      const fetch = tampered((attempt, init) => (attempt === 2 ? new Response('', { status }) : init))(
        attempts,
      );
      const { id } = await upload({ fetch });
      expect(attempts.count).toBe(PARTS + 1);
      await expectArrived(id);
    },
  );

  test('sends a part again that arrived as something else', async () => {
    const attempts = { count: 0 };
    const fetch = tampered((attempt, init) =>
      attempt === 1 ? { ...init, body: new Uint8Array(PART_SIZE) } : init,
    )(attempts);
    const { id } = await upload({ parallel: 1, fetch });
    expect(attempts.count).toBe(PARTS + 1);
    await expectArrived(id);
  });

  test('gives up on a store that never answers well, and the upload stays to be resumed', {
    tags: 'long',
  }, async () => {
    const begun: string[] = [];
    const fetch = tampered(() => new Response('', { status: 503 }))();
    await expect(upload({ fetch, onBegin: (id) => begun.push(id) })).rejects.toThrow('503');
    const { id } = await upload({ resume: begun[0] ?? '' });
    expect(id).toBe(begun[0]);
    await expectArrived(id);
  });

  test('asks once for fresh URLs when all of them died', async () => {
    clock.offset = -2 * HOUR;
    const { id } = await upload({
      onBegin: () => {
        clock.offset = 0;
      },
    });
    expect(calls).toEqual([
      'POST /api/videos/upload',
      'GET /api/videos/:id/upload',
      'POST /api/videos/:id/upload/complete',
    ]);
    await expectArrived(id);
  });

  test('does not ask for ever when fresh URLs are refused, too', { tags: 'long' }, async () => {
    const fetch = tampered(() => new Response('<Code>AccessDenied</Code>', { status: 403 }))();
    await expect(upload({ parallel: 1, fetch })).rejects.toThrow('AccessDenied');
    expect(calls.filter((call) => call.startsWith('GET'))).toHaveLength(4);
  });

  test('ends with the reason of its signal', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const fetch = tampered((attempt, init) => {
      if (attempt === 3) controller.abort(reason);
      return init;
    })();
    await expect(upload({ fetch, signal: controller.signal })).rejects.toBe(reason);
  });

  test('reports that the video was deleted meanwhile', async () => {
    let id = '';
    const deleting: typeof globalThis.fetch = async (url, init) => {
      await api('DELETE', `/api/videos/${id}`);
      return fetch(url, init);
    };
    const uploading = upload({
      parallel: 1,
      fetch: deleting,
      onBegin: (begun) => {
        id = begun;
      },
    });
    await expect(uploading).rejects.toMatchObject({ code: 'VIDEO_NOT_FOUND' });
  });
});

describe('an upload that another process began', () => {
  /** The id of an upload whose process was killed after two parts. */
  async function interrupted(): Promise<string> {
    const script = path.join(import.meta.dirname, '../../support/service/interrupted-upload.ts');
    const child = spawn(process.execPath, [script, service.apiUrl, service.apiKey, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface(child.stdout), 'line');
    child.kill('SIGKILL');
    await once(child, 'exit');
    return String(line);
  }

  test('is resumed: only what is missing is sent', async () => {
    const resume = await interrupted();
    const attempts = { count: 0 };
    const progress: number[] = [];
    const { id } = await upload({
      resume,
      fetch: tampered((_, init) => init)(attempts),
      onProgress: (sent) => progress.push(sent),
    });
    expect([id, attempts.count, progress.at(-1)]).toEqual([resume, PARTS - 2, SIZE]);
    await expectArrived(id);
  });

  test('is not resumed with another file', { tags: 'long' }, async () => {
    const resume = await interrupted();
    const other = path.join(await temporaryFolder('other'), 'other.mp4');
    await writeFile(other, new Uint8Array(SIZE));
    await expect(upload({ resume, file: other })).rejects.toThrow('not the one');
    await expect(upload({ resume, size: SIZE - PART_SIZE })).rejects.toThrow('not the one');
    expect((await upload({ resume })).id).toBe(resume);
  });

  test('that is complete is left alone', async () => {
    const { id } = await upload();
    await settled(api, id);
    calls = [];
    expect(await upload({ resume: id })).toEqual({ id, status: 'processed' });
    expect(calls).toEqual(['GET /api/videos/:id/upload']);
  });
});
