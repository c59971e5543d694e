import path from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { dynamodb } from '../../shared/stores/dynamodb/client.ts';
import { synthesizeClip } from '../../synthetic/synthesize-clip.ts';
import { type Api, apiOf, settled, upload } from '../support/service/api.ts';
import { startTestService, temporaryFolder } from '../support/service/test-service.ts';

let api: Api;
let file: string;
let losses = 0;
/** Writes that get their reply before the losses begin. */
let spared = 0;
let lost: string[] = [];

/** Lets a write happen and throws its reply away, as a connection does that breaks at the wrong moment. */
function loseReplies(): void {
  dynamodb().middlewareStack.add(
    (next, context) => async (args) => {
      const answer = await next(args);
      const command = context.commandName ?? '';
      if (losses > 0 && /Put|Update/.test(command) && spared-- <= 0) {
        losses--;
        lost.push(command);
        throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });
      }
      return answer;
    },
    { step: 'deserialize', priority: 'low', name: 'loseReplies' },
  );
}

beforeAll(async () => {
  api = apiOf(await startTestService());
  file = path.join(await temporaryFolder('clips'), 'clip.mp4');
  await synthesizeClip(file, { seconds: 1, width: 160, height: 96, fps: 10 });
  loseReplies();
});

beforeEach(() => {
  losses = 0;
  spared = 0;
  lost = [];
});

const versionsOf = async (id: string) =>
  (await api<{ versions: { version: number }[] }>('GET', `/api/videos/${id}/versions`)).body.versions;

test('a PATCH whose reply from the store is lost succeeds and makes one version', async () => {
  const id = await upload(api, file);
  await settled(api, id);
  losses = 1;
  const answer = await api<{ version: number }>('PATCH', `/api/videos/${id}/metadata`, {
    json: { variables: [{ id: 'a', value: 1 }] },
  });
  expect([answer.status, answer.body.version]).toEqual([200, 2]);
  expect(lost).toEqual(['PutItemCommand']);
  expect(await versionsOf(id)).toHaveLength(2);
});

test('no PATCH that names its base gets a false 409 from a lost reply', async () => {
  const id = await upload(api, file);
  await settled(api, id);
  for (let version = 1; version <= 5; version++) {
    losses = 1;
    const { status } = await api('PATCH', `/api/videos/${id}/metadata?baseVersion=${version}`, {
      json: { variables: [{ id: `v${version}` }] },
    });
    expect(status).toBe(200);
  }
  expect((await versionsOf(id)).map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1]);
});

test('starting and cancelling a job survive lost replies', async () => {
  const id = await upload(api, file);
  await settled(api, id);
  losses = 1;
  expect((await api('POST', `/api/videos/${id}/process`)).status).toBe(201);
  losses = 1;
  expect((await api('POST', `/api/videos/${id}/process/cancel`)).status).toBe(200);
});

test.each([0, 1])('an upload is stored once though the reply of write %i is lost', async (before) => {
  const count = async () => (await api<{ total: number }>('GET', '/api/videos')).body.total;
  const earlier = await count();
  spared = before;
  losses = 1;
  const id = await upload(api, file);
  expect((await settled(api, id)).status).toBe('processed');
  expect(lost).toHaveLength(1);
  expect(await count()).toBe(earlier + 1);
});

test('a plugin whose reply from the store is lost is installed as new, and once', async () => {
  const id = await upload(api, file);
  await settled(api, id);
  const install = () =>
    api<{ plugin: { installedAt: string } }>('POST', `/api/v1/projects/${id}/plugins`, {
      json: { type: 'user:callout', version: '1.0.0', configSchema: {} },
    });
  losses = 1;
  const first = await install();
  expect([first.status, lost]).toEqual([201, ['PutItemCommand']]);
  const again = await install();
  expect([again.status, again.body]).toEqual([200, first.body]);
});

test('a deletion whose reply is lost succeeds', async () => {
  const id = await upload(api, file);
  await settled(api, id);
  losses = 1;
  expect((await api('DELETE', `/api/videos/${id}`)).status).toBe(200);
  expect((await api('GET', `/api/videos/${id}`)).status).toBe(404);
});
