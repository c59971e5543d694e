import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import { uploadDirect } from '../../client/files/upload-direct.ts';
import { uploadFile } from '../../client/files/upload-file.ts';
import { installPlugin } from '../../shared/contract/routes/projects.ts';
import { type Api, apiOf, listedVideos, settled } from '../support/service/api.ts';
import { startTestService, type TestService, temporaryFolder } from '../support/service/test-service.ts';
import { PART_SIZE, paddedClip } from '../support/videos/direct-upload.ts';

let service: TestService;
let api: Api;
let file: string;

beforeAll(async () => {
  service = await startTestService();
  api = apiOf(service);
  const folder = await temporaryFolder('files');
  file = path.join(folder, 'clip.mp4');
  await writeFile(file, await paddedClip(folder, PART_SIZE));
});

/** A client that hears only the second answer to each of its calls. */
const hardOfHearing = () => {
  const heard = new Set<string | null>();
  return createClient({
    ...service,
    wait: async () => {},
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      const key = new Headers(init?.headers).get('idempotency-key');
      if (heard.has(key)) return answer;
      heard.add(key);
      await answer.arrayBuffer();
      throw new TypeError('fetch failed', { cause: new Error('socket hang up') });
    },
  });
};

test('an upload whose answer got lost is sent again whole, and makes one video', async () => {
  const { total: before } = await listedVideos(api);
  const { id } = await uploadFile(hardOfHearing(), file);
  expect((await settled(api, id)).status).toBe('processed');
  expect((await listedVideos(api)).total).toBe(before + 1);
});

test('an announcement and a completion whose answers got lost make one video', async () => {
  const { total: before } = await listedVideos(api);
  const { id } = await uploadDirect({ client: hardOfHearing(), file, size: PART_SIZE });
  expect((await settled(api, id)).status).toBe('processed');
  expect((await listedVideos(api)).total).toBe(before + 1);
});

test('an installation whose answer got lost is answered as it was', async () => {
  const { id } = await uploadFile(createClient(service), file);
  await settled(api, id);
  const body = { type: 'user:callout', version: '1.0.0', configSchema: {} };
  const { plugin } = await hardOfHearing().call(installPlugin, { params: { videoId: id }, body });
  expect(plugin).toMatchObject({ type: 'user:callout', version: '1.0.0' });
});
