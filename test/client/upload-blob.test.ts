import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import { uploadBlob } from '../../client/upload-blob.ts';
import { apiOf, settled } from '../support/service/api.ts';
import { startTestService, temporaryFolder } from '../support/service/test-service.ts';
import { PART_SIZE, paddedClip, type UploadState } from '../support/videos/direct-upload.ts';

const service = await startTestService();
const api = apiOf(service);
const client = createClient(service);
const folder = await temporaryFolder('blobs');
const bytes = await paddedClip(folder, 2 * PART_SIZE + 1000);
const large = new File([bytes], 'large.mp4');
const small = new File([await readFile(path.join(folder, 'clip.mp4'))], 'small.mp4');

const streamed = async (id: string): Promise<Buffer> => {
  const { streamUrl } = await settled(api, id);
  return Buffer.from(await (await fetch(streamUrl)).arrayBuffer());
};

describe('a small file', () => {
  test('arrives as it is, under its name or another', async () => {
    const sent: number[] = [];
    const { id } = await uploadBlob(client, small, {
      onProgress: (count, total) => sent.push(count / total),
    });
    expect(await settled(api, id)).toMatchObject({ status: 'processed', name: 'small.mp4' });
    expect(await streamed(id)).toEqual(Buffer.from(await small.arrayBuffer()));
    expect(sent).toEqual([1]);
    const named = await uploadBlob(client, small.slice(), { name: 'Schäfer’s “boat”' });
    expect(await settled(api, named.id)).toMatchObject({ name: 'Schäfer’s “boat”' });
  });

  test('that is no video is refused', async () => {
    const refused = uploadBlob(client, new Blob(['text']), {});
    await expect(refused).rejects.toMatchObject({ name: 'ApiFailure', code: 'UNSUPPORTED_FORMAT' });
  });
});

describe('a large file', () => {
  test('arrives in parts, as it is', async () => {
    const sent: number[] = [];
    const { id } = await uploadBlob(client, large, { onProgress: (count) => sent.push(count) });
    expect(await settled(api, id)).toMatchObject({
      status: 'processed',
      name: 'large.mp4',
      fileSize: large.size,
    });
    expect((await streamed(id)).equals(bytes)).toBe(true);
    expect([sent.length > 2, sent.at(-1)]).toEqual([true, large.size]);
  });

  /** An upload that ends as soon as a part has arrived. @returns its id */
  async function brokenOff(): Promise<string> {
    const controller = new AbortController();
    let begun = '';
    const upload = uploadBlob(client, large, {
      parallel: 1,
      onBegin: (id) => {
        begun = id;
      },
      onProgress: () => controller.abort('enough'),
      signal: controller.signal,
    });
    await expect(upload).rejects.toBe('enough');
    const { body } = await api<UploadState>('GET', `/api/videos/${begun}/upload`);
    expect([body.parts.length, body.remaining.length]).toEqual([1, 2]);
    return begun;
  }

  test('whose upload broke off is resumed', async () => {
    const resume = await brokenOff();
    expect(await uploadBlob(client, large, { resume })).toMatchObject({ id: resume });
    expect((await streamed(resume)).equals(bytes)).toBe(true);
  });

  test('is not resumed with another file of its length', async () => {
    const resume = await brokenOff();
    const other = bytes.slice();
    other[100] = (other[100] ?? 0) ^ 1;
    const refused = uploadBlob(client, new File([other], 'large.mp4'), { resume });
    await expect(refused).rejects.toMatchObject({ name: 'ApiFailure', field: 'crc64nvme' });
  });
});
