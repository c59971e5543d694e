import { beforeAll, expect, test } from 'vitest';
import { openAccounts } from '../../../shared/stores/accounts.ts';
import { openVideos } from '../../../shared/stores/videos/videos.ts';
import { type Api, apiOf } from '../../support/service/api.ts';
import { createKey } from '../../support/service/create-key.ts';
import { startTestService, type TestService } from '../../support/service/test-service.ts';
import { seedVideo } from '../../support/videos/seed-video.ts';

interface Project {
  videoId: string;
  title: string;
  revision: number;
  updatedAt: string;
}

let service: TestService;
let api: Api;

beforeAll(async () => {
  service = await startTestService({ worker: false });
  api = apiOf(service);
});

const listOf = async (key: string) =>
  (await api<{ projects: Project[] }>('GET', '/api/v1/projects', { key })).body.projects;

const keyOf = async (account: string, projectIds: string[] | null = null) =>
  (await createKey(service, { account, projectIds })).secret;

test('the list has the processed videos of the account, newest first', async () => {
  const first = await seedVideo(service, { account: 'lister', name: 'First' });
  await seedVideo(service, { account: 'lister', processed: false });
  const second = await seedVideo(service, { account: 'lister', name: 'Second' });
  await seedVideo(service, { account: 'neighbour' });
  expect(await listOf(await keyOf('lister'))).toEqual([
    { videoId: second, title: 'Second', revision: 1, updatedAt: expect.any(String) },
    { videoId: first, title: 'First', revision: 1, updatedAt: expect.any(String) },
  ]);
});

test('a restricted key lists only what it may use, of its own account and processed', async () => {
  const mine = await seedVideo(service, { account: 'restricted' });
  await seedVideo(service, { account: 'restricted' });
  const unprocessed = await seedVideo(service, { account: 'restricted', processed: false });
  const foreign = await seedVideo(service, { account: 'neighbour' });
  const idsOf = async (projectIds: string[]) =>
    (await listOf(await keyOf('restricted', projectIds))).map(({ videoId }) => videoId);
  expect(await idsOf([mine, unprocessed, foreign])).toEqual([mine]);
  expect(await idsOf([])).toEqual([]);
});

test('the list follows the revision of concurrent edits and never goes back', async () => {
  const key = await keyOf('editor');
  const video = await seedVideo(service, { account: 'editor' });
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      api<{ version: number; updatedAt: string }>('PATCH', `/api/videos/${video}/metadata`, {
        key,
        json: { variables: [{ id: `v${i}` }] },
      }),
    ),
  );
  const last = answers.find(({ body }) => body.version === 9);
  expect(await listOf(key)).toEqual([
    { videoId: video, title: 'Seeded', revision: 9, updatedAt: last?.body.updatedAt },
  ]);
});

test('news of an older version that comes late changes nothing', async () => {
  const { environment, secret } = await createKey(service, { account: 'late' });
  const video = await seedVideo(service, { account: 'late' });
  const { accountId } = await openAccounts(environment).byHandle('late');
  const videos = openVideos(environment);
  await videos.noteChange(accountId, video, { version: 5, createdAt: '2030-01-01T00:00:05.000Z' });
  await videos.noteChange(accountId, video, { version: 4, createdAt: '2030-01-01T00:00:06.000Z' });
  expect(await listOf(secret)).toMatchObject([{ revision: 5, updatedAt: '2030-01-01T00:00:05.000Z' }]);
  await videos.noteChange(accountId, 'gone', { version: 1, createdAt: '2030-01-01T00:00:00.000Z' });
  expect(await listOf(secret)).toHaveLength(1);
});

test('the summary has the figures of the video and counts what the document holds', async () => {
  const key = await keyOf('summary');
  const video = await seedVideo(service, { account: 'summary', name: 'Holiday' });
  const ask = async () => (await api('GET', `/api/v1/projects/${video}`, { key })).body;
  const expected = {
    videoId: video,
    title: 'Holiday',
    video: { title: 'Holiday', fps: 10, width: 160, height: 96, duration: 1 },
  };
  expect(await ask()).toEqual({
    ...expected,
    revision: 1,
    summary: { overlays: 0, variables: 0, rules: 0 },
  });
  await api('PATCH', `/api/videos/${video}/metadata`, {
    key,
    json: {
      layers: [
        { id: 'a', overlays: [{ id: 'o1' }, { id: 'o2' }] },
        { id: 'b', overlays: [{ id: 'o1' }] },
      ],
      variables: [{ id: 'v' }],
      rules: [{ id: 'r1' }, { id: 'r2' }],
    },
  });
  expect(await ask()).toEqual({
    ...expected,
    revision: 2,
    summary: { overlays: 3, variables: 1, rules: 2 },
  });
});

test('a project that is not processed answers VIDEO_NOT_READY, one that is not there VIDEO_NOT_FOUND', async () => {
  const unprocessed = await seedVideo(service, { processed: false });
  const codeOf = async (id: string) => {
    const { status, body } = await api('GET', `/api/v1/projects/${id}`);
    return [status, body.error.code];
  };
  expect(await codeOf(unprocessed)).toEqual([409, 'VIDEO_NOT_READY']);
  expect(await codeOf('00000000-0000-7000-8000-000000000000')).toEqual([404, 'VIDEO_NOT_FOUND']);
  expect(await codeOf('odd')).toEqual([404, 'VIDEO_NOT_FOUND']);
});
