/** What becomes of a direct upload whose file, as the store has it, is another one than the client has sent. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { openAll } from '../../../shared/kernel/runtime/store-factories.ts';
import { INGEST_STORES, ingestUploads } from '../../../shared/service/ingest/ingest-uploads.ts';
import { openMediaFiles } from '../../../shared/stores/files/media-files.ts';
import { mediaKeys } from '../../../shared/stores/files/media-keys.ts';
import { openVideos } from '../../../shared/stores/videos/videos.ts';
import { shortClip } from '../../support/clips/short-clip.ts';
import { loseReplies } from '../../support/faults/lost-replies.ts';
import type { VideoBody } from '../../support/service/api.ts';
import { outsideFunctions } from '../../support/service/granted-functions.ts';
import { startWorkbench } from '../../support/service/workbench.ts';
import { interceptCalls } from '../../support/store-calls.ts';
import { announce, checksumOf, complete, sendParts } from '../../support/videos/direct-upload.ts';

const bench = await startWorkbench();
const { api, environment } = bench;
const clip = new Uint8Array(await readFile(await shortClip(1)));
const OTHER_CHECKSUM = checksumOf(clip.slice(1));

/** An upload whose parts have all arrived. */
async function arrived(more: Record<string, unknown> = {}) {
  const { id, upload } = (await announce(api, clip.length, more)).body;
  const parts = await sendParts(clip, upload.parts);
  const accountId = (await openVideos(environment).ownerOf(id)) ?? '';
  const key = mediaKeys.upload(accountId, id);
  return {
    id,
    key,
    complete: async (crc64nvme?: string) => {
      const body = { parts, ...(crc64nvme !== undefined && { crc64nvme }) };
      const answer = await complete(api, id, body);
      return answer.status === 200
        ? answer.body.status
        : `${answer.status} ${(answer.body as unknown as ErrorBody).error.field}`;
    },
    ingest: () => outsideFunctions(() => ingestUploads(openAll(INGEST_STORES, environment), [key])),
    outcome: async () => {
      const { status, failure } = (await api<VideoBody>('GET', `/api/videos/${id}`)).body;
      return failure === undefined ? status : `${status} ${failure.code}`;
    },
  };
}

const COMPLETION = 'CompleteMultipartUploadCommand';

/** A store that shows its checksums only in answers to these commands. */
const showsChecksumsIn = (...commands: string[]) =>
  interceptCalls(async ({ command }, proceed) => {
    const reply = await proceed();
    if (!commands.includes(command) && 'ChecksumCRC64NVME' in reply.output) {
      Object.assign(reply.output, { ChecksumCRC64NVME: undefined });
    }
    return reply;
  });

const REFUSED = '400 crc64nvme';
const FAILED = 'failed UPLOAD_MISMATCH';

describe('a file of another checksum', () => {
  test('fails the video, however often its completion is repeated, and the ingest leaves it so', async () => {
    const upload = await arrived();
    expect(await upload.complete(OTHER_CHECKSUM)).toBe(REFUSED);
    expect(await upload.outcome()).toBe(FAILED);
    await upload.ingest();
    expect([await upload.complete(OTHER_CHECKSUM), await upload.complete(checksumOf(clip))]).toEqual([
      REFUSED,
      REFUSED,
    ]);
    expect(await upload.outcome()).toBe(FAILED);
  });

  test('says what became of the upload', async () => {
    const { id, upload } = (await announce(api, clip.length)).body;
    const answer = await complete(api, id, {
      parts: await sendParts(clip, upload.parts),
      crc64nvme: OTHER_CHECKSUM,
    });
    const { error } = answer.body as unknown as ErrorBody;
    expect(error).toMatchObject({ code: 'INVALID_PARAMETER', field: 'crc64nvme' });
    expect(error.message).toContain('upload the file once more');
  });

  test('fails the video though the answer of the store is lost', async () => {
    const upload = await arrived();
    let answers = 0;
    using lost = loseReplies(({ command }) => command === COMPLETION && ++answers === 1);
    expect(await upload.complete(OTHER_CHECKSUM)).toBe(REFUSED);
    expect([lost.commands, await upload.outcome()]).toEqual([[COMPLETION], FAILED]);
  });

  test('is found by the ingest where the completion dies behind its request to the store', async () => {
    const upload = await arrived();
    {
      using _ = interceptCalls(async ({ command }, proceed) => {
        const reply = await proceed();
        if (command === COMPLETION) throw new Error('died');
        return reply;
      });
      expect(await upload.complete(OTHER_CHECKSUM)).toMatch(/^500/);
    }
    await upload.ingest();
    expect(await upload.outcome()).toBe(FAILED);
    expect(await upload.complete(OTHER_CHECKSUM)).toBe(REFUSED);
  });

  test('is found on completion where the store shows the ingest no checksum, however fast that was', async () => {
    const upload = await arrived({ autoProcess: true });
    using _ = showsChecksumsIn(COMPLETION);
    using __ = interceptCalls(async ({ command }, proceed) => {
      const reply = await proceed();
      if (command === COMPLETION) await upload.ingest();
      return reply;
    });
    expect(await upload.complete(OTHER_CHECKSUM)).toBe(REFUSED);
    expect(await upload.outcome()).toBe(FAILED);
    await upload.ingest();
    expect(await upload.outcome()).toBe(FAILED);
    expect((await api('DELETE', `/api/videos/${upload.id}`)).status).toBe(200);
  });

  test('is answered with 404 where the video is deleted meanwhile', async () => {
    const upload = await arrived();
    using _ = interceptCalls(async ({ command }, proceed) => {
      const reply = await proceed();
      if (command === COMPLETION) {
        await outsideFunctions(() => api('DELETE', `/api/videos/${upload.id}`));
      }
      return reply;
    });
    expect(await upload.complete(OTHER_CHECKSUM)).toMatch(/^404/);
  });
});

test('a checksum that was stated with a refused completion is not compared after one without it', async () => {
  const upload = await arrived();
  const refused = await complete(api, upload.id, {
    parts: [{ number: 1, etag: '0'.repeat(32) }],
    crc64nvme: OTHER_CHECKSUM,
  });
  expect(refused.status).toBe(400);
  expect(await upload.complete()).toBe('processing');
  await upload.ingest();
  expect(await upload.outcome()).toBe('processed');
});

test('a store that tells no checksum is trusted', async () => {
  const upload = await arrived();
  using _ = showsChecksumsIn();
  expect(await upload.complete(OTHER_CHECKSUM)).toBe('processing');
  await upload.ingest();
  expect(await upload.outcome()).toBe('processed');
});

test('a file of another size fails the video', async () => {
  const upload = await arrived();
  expect(await upload.complete()).toBe('processing');
  await openMediaFiles(environment).put(upload.key, clip.slice(0, -1), 'video/mp4');
  await upload.ingest();
  expect(await upload.outcome()).toBe(FAILED);
});
