import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { synthesizeClip } from '../../synthetic/synthesize-clip.ts';
import { loseNextReply } from '../support/faults/lost-replies.ts';
import { type Api, apiOf, settled, upload } from '../support/service/api.ts';
import { startTestService, temporaryFolder } from '../support/service/test-service.ts';
import type { StoreAttempt } from '../support/store-calls.ts';

let api: Api;
let file: string;

/** The counters of requests are not among them: they are never retried. */
const isWrite = ({ client, command, input: { TableName = '' } }: StoreAttempt): boolean =>
  client === 'DynamoDBClient' && /Put|Update/.test(command) && !TableName.endsWith('limits');

/** Loses the reply of the next write, or of one that comes later. */
const loseWrite = (spared?: number) => loseNextReply(isWrite, spared);

beforeAll(async () => {
  api = apiOf(await startTestService());
  file = path.join(await temporaryFolder('clips'), 'clip.mp4');
  await synthesizeClip(file, { seconds: 1, width: 160, height: 96, fps: 10 });
});

const versionsOf = async (id: string) =>
  (await api<{ versions: { version: number }[] }>('GET', `/api/videos/${id}/versions`)).body.versions;

test('a PATCH whose reply from the store is lost succeeds and makes one version', async () => {
  const id = await upload(api, file);
  await settled(api, id);
  using lost = loseWrite();
  const answer = await api<{ version: number }>('PATCH', `/api/videos/${id}/metadata`, {
    json: { variables: [{ id: 'a', value: 1 }] },
  });
  expect([answer.status, answer.body.version]).toEqual([200, 2]);
  expect(lost.commands).toEqual(['PutItemCommand']);
  expect(await versionsOf(id)).toHaveLength(2);
});

test('no PATCH that names its base gets a false 409 from a lost reply', async () => {
  const id = await upload(api, file);
  await settled(api, id);
  for (let version = 1; version <= 5; version++) {
    using lost = loseWrite();
    const { status } = await api('PATCH', `/api/videos/${id}/metadata?baseVersion=${version}`, {
      json: { variables: [{ id: `v${version}` }] },
    });
    expect([status, lost.commands]).toEqual([200, ['PutItemCommand']]);
  }
  expect((await versionsOf(id)).map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1]);
});

test('starting and cancelling a job survive lost replies', async () => {
  const id = await upload(api, file);
  await settled(api, id);
  for (const [action, status] of [
    ['process', 201],
    ['process/cancel', 200],
  ] as const) {
    using lost = loseWrite();
    expect((await api('POST', `/api/videos/${id}/${action}`)).status).toBe(status);
    expect(lost.commands).toHaveLength(1);
  }
});

test.each([0, 1])('an upload is stored once though the reply of write %i is lost', async (before) => {
  const count = async () => (await api<{ total: number }>('GET', '/api/videos')).body.total;
  const earlier = await count();
  using lost = loseWrite(before);
  const id = await upload(api, file);
  expect((await settled(api, id)).status).toBe('processed');
  expect(lost.commands).toHaveLength(1);
  expect(await count()).toBe(earlier + 1);
});

test('a plugin whose reply from the store is lost is installed as new, and once', async () => {
  const id = await upload(api, file);
  await settled(api, id);
  const install = () =>
    api<{ plugin: { installedAt: string } }>('POST', `/api/v1/projects/${id}/plugins`, {
      json: { type: 'user:callout', version: '1.0.0', configSchema: {} },
    });
  using lost = loseWrite();
  const first = await install();
  expect([first.status, lost.commands]).toEqual([201, ['PutItemCommand']]);
  const again = await install();
  expect([again.status, again.body]).toEqual([200, first.body]);
});

test('a deletion whose reply is lost succeeds', async () => {
  const id = await upload(api, file);
  await settled(api, id);
  using lost = loseWrite();
  expect((await api('DELETE', `/api/videos/${id}`)).status).toBe(200);
  expect(lost.commands).toHaveLength(1);
  expect((await api('GET', `/api/videos/${id}`)).status).toBe(404);
});
