import { beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../shared/contract/limits.ts';
import type { ShownDelivery, ShownWebhook } from '../../shared/contract/schemas/webhook.ts';
import { apiOf } from '../support/service/api.ts';
import { createKey } from '../support/service/create-key.ts';
import { seedVideo } from '../support/videos/seed-video.ts';
import { httpReceiver } from '../support/webhooks/http-receiver.ts';
import { startWebhookBench, type WebhookBench } from '../support/webhooks/webhook-bench.ts';

const PATH = '/api/v1/webhooks';
const URL = 'https://hooks.example.org/events';

let hooks: WebhookBench;

beforeAll(async () => {
  hooks = await startWebhookBench();
});

test('a webhook is created, read, listed, changed and deleted; its secret is answered once', async () => {
  const { api, create, accountId } = await hooks.account();
  const { webhook, secret } = await create({ url: 'https://HOOKS.example.org', description: 'Captions' });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(webhook).toEqual({
    id: expect.stringMatching(/^wh_[0-9a-f]{16}$/),
    url: 'https://hooks.example.org/',
    description: 'Captions',
    types: null,
    videoId: null,
    status: 'active',
    disabledReason: null,
    failingSince: null,
    createdAt: expect.any(String),
    createdBy: { kind: 'key', id: expect.any(String), name: 'Test' },
    formerSecretUntil: null,
  });
  const one = `${PATH}/${webhook.id}`;
  const read = await api<ShownWebhook>('GET', one);
  expect(read.body).toEqual(webhook);
  const list = await api<{ webhooks: ShownWebhook[] }>('GET', PATH);
  expect(list.body.webhooks).toEqual([webhook]);
  const json = { types: ['job.failed', 'job.failed'], status: 'paused', description: null };
  const changed = await api<ShownWebhook>('PATCH', one, { json });
  expect(changed.body).toEqual({ ...webhook, types: ['job.failed'], status: 'paused', description: null });
  for (const { text } of [read, list, changed]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(accountId);
  }
  expect((await api('PATCH', one, { json: {} })).body).toEqual(changed.body);
  expect((await api('DELETE', one)).body).toEqual({ success: true });
  for (const method of ['GET', 'DELETE']) {
    const { status, body } = await api(method, one);
    expect([status, body.error.code]).toEqual([404, 'WEBHOOK_NOT_FOUND']);
  }
});

test.each([
  ['ftp://hooks.example.org/', 'is not https'],
  ['https://10.0.0.1/', 'has an address that is not public'],
  ['https://[::ffff:169.254.169.254]/', 'has an address that is not public'],
  ['https://me:you@hooks.example.org/', 'has a user name or a password'],
  ['https://hooks.example.org/#part', 'has a fragment'],
  ['https://intranet/', 'has a host that is neither a public DNS name nor an IP address'],
  ['nowhere', 'is not an absolute URL'],
])('%s is refused: the URL %s', async (url, reason) => {
  const { api, create } = await hooks.account();
  const refused = { code: 'INVALID_PARAMETER', field: 'url', message: `The URL ${reason}.` };
  expect((await api('POST', PATH, { json: { url } })).body.error).toMatchObject(refused);
  const { webhook } = await create({ url: URL });
  expect((await api('PATCH', `${PATH}/${webhook.id}`, { json: { url } })).body.error).toMatchObject(refused);
});

test('a test event is posted at once, outside of the sequence, and what the receiver answers is told', async () => {
  const { api, create, deliveries } = await hooks.account();
  const receiver = await httpReceiver();
  const { webhook } = await create({ url: receiver.url, types: ['job.failed'] });
  receiver.status = 418;
  const { body } = await api<{ event: unknown; attempt: unknown }>('POST', `${PATH}/${webhook.id}/test`);
  expect(body.attempt).toMatchObject({ status: 418, answer: 'answer 418' });
  expect(receiver.received.map((received) => JSON.parse(received.body))).toEqual([body.event]);
  expect(body.event).toMatchObject({ type: 'webhook.test', data: { webhookId: webhook.id } });
  expect(body.event).not.toHaveProperty('sequence');
  expect(await deliveries(webhook.id)).toEqual([]);
});

test('an account has 20 webhooks at most, also where many are created at a time', async () => {
  const { api } = await hooks.account();
  const max = LIMITS.webhooks;
  for (let made = 0; made < max - 2; made++) await api('POST', PATH, { json: { url: URL } });
  await Promise.all(Array.from({ length: 6 }, () => api('POST', PATH, { json: { url: URL } })));
  const { webhooks } = (await api<{ webhooks: ShownWebhook[] }>('GET', PATH)).body;
  expect(webhooks.length).toBeLessThanOrEqual(max);
  for (let made = webhooks.length; made < max; made++) await api('POST', PATH, { json: { url: URL } });
  const { status, body } = await api('POST', PATH, { json: { url: URL } });
  expect([status, body.error.code]).toEqual([403, 'QUOTA_EXCEEDED']);
  expect(body.error.details).toEqual({ quota: 'webhooks', max, current: max });
});

test('a request that is repeated under its Idempotency-Key has the same secret, which is stored in one place', async () => {
  const { api, create } = await hooks.account();
  const headers = { 'Idempotency-Key': 'create' };
  const [first, again] = [
    await api<{ secret: string }>('POST', PATH, { json: { url: URL }, headers }),
    await api<{ secret: string }>('POST', PATH, { json: { url: URL }, headers }),
  ];
  expect(again.body).toEqual(first.body);
  const { webhook, secret } = await create({ url: URL });
  const rotate = () =>
    api<{ secret: string }>('POST', `${PATH}/${webhook.id}/secret`, {
      headers: { 'Idempotency-Key': 'rotate' },
    });
  const rotated = await rotate();
  expect(rotated.body.secret).not.toBe(secret);
  expect((await rotate()).body).toEqual(rotated.body);
  const traces = await hooks.bench.traces(first.body.secret);
  expect(traces.map((trace) => trace.split(':', 1)[0])).toEqual(['webhooks']);
});

describe('keys that are restricted to some videos', () => {
  test('manage webhooks of these videos alone', async () => {
    const { api, handle, create } = await hooks.account();
    const [own, other] = [
      await seedVideo(hooks.bench.environment, { account: handle }),
      await seedVideo(hooks.bench.environment, { account: handle }),
    ];
    const { secret } = await createKey(hooks.bench.environment, { account: handle, projectIds: [own] });
    const restricted = apiOf({ apiUrl: hooks.bench.apiUrl, apiKey: secret });
    const ofAll = await create({ url: URL });
    const ofOther = await create({ url: URL, videoId: other });
    for (const videoId of [null, other]) {
      const { status, body } = await restricted('POST', PATH, { json: { url: URL, videoId } });
      expect([status, body.error.code]).toEqual([403, 'PROJECT_NOT_ALLOWED']);
    }
    const made = await restricted<{ webhook: ShownWebhook }>('POST', PATH, {
      json: { url: URL, videoId: own },
    });
    expect(made.status).toBe(201);
    const listed = (await restricted<{ webhooks: ShownWebhook[] }>('GET', PATH)).body.webhooks;
    expect(listed).toEqual([made.body.webhook]);
    for (const { webhook } of [ofAll, ofOther]) {
      for (const [method, path, json] of requestsTo(webhook.id)) {
        const { status, body } = await restricted(method, path, json === undefined ? {} : { json });
        expect([method, path, status, body.error?.code]).toEqual([method, path, 404, 'WEBHOOK_NOT_FOUND']);
      }
    }
    const widened = await restricted('PATCH', `${PATH}/${made.body.webhook.id}`, { json: { videoId: null } });
    expect([widened.status, widened.body.error.code]).toEqual([403, 'PROJECT_NOT_ALLOWED']);
    expect((await api<{ webhooks: ShownWebhook[] }>('GET', PATH)).body.webhooks).toHaveLength(3);
  });
});

const requestsTo = (id: string): [method: string, path: string, json?: object][] => [
  ['GET', `${PATH}/${id}`],
  ['PATCH', `${PATH}/${id}`, { status: 'paused' }],
  ['POST', `${PATH}/${id}/secret`, {}],
  ['POST', `${PATH}/${id}/test`],
  ['GET', `${PATH}/${id}/deliveries`],
  ['POST', `${PATH}/${id}/deliveries`, { after: 0 }],
  ['DELETE', `${PATH}/${id}`],
];

test('a webhook of another account is unknown, and so is a video of another account', async () => {
  const [mine, theirs] = [await hooks.account(), await hooks.account()];
  const { webhook } = await theirs.create({ url: URL });
  for (const [method, path, json] of requestsTo(webhook.id)) {
    const { status, body } = await mine.api(method, path, json === undefined ? {} : { json });
    expect([method, path, status, body.error?.code]).toEqual([method, path, 404, 'WEBHOOK_NOT_FOUND']);
  }
  const videoId = await seedVideo(hooks.bench.environment, { account: theirs.handle });
  const { body } = await mine.api('POST', PATH, { json: { url: URL, videoId } });
  expect(body.error.code).toBe('VIDEO_NOT_FOUND');
});

test('deliveries are listed in pages, newest first, of one state where it is asked for', async () => {
  const { accountId, api, create, deliveries } = await hooks.account();
  const receiver = await httpReceiver();
  const { webhook } = await create({ url: receiver.url });
  for (const status of [200, 500, 200, 500, 200]) {
    receiver.status = status;
    // Of one that fails only one attempt is made at a time.
    await api('PATCH', `${PATH}/${webhook.id}`, { json: { status: 'active' } });
    await hooks.processed(accountId);
    await hooks.workOff();
  }
  const page = async (query: string) => {
    const target = `${PATH}/${webhook.id}/deliveries${query}`;
    const { body } = await api<{ deliveries: { event: { sequence: number } }[]; next: number | null }>(
      'GET',
      target,
    );
    return [body.deliveries.map(({ event }) => event.sequence), body.next];
  };
  expect(await page('?limit=2')).toEqual([[5, 4], 4]);
  expect(await page('?limit=2&before=4')).toEqual([[3, 2], 2]);
  expect(await page('?limit=2&before=2')).toEqual([[1], null]);
  expect(await page('?before=1')).toEqual([[], null]);
  expect(await page('?status=pending&limit=1')).toEqual([[4], 4]);
  expect(await page('?status=pending&limit=1&before=4')).toEqual([[2], null]);
  expect(await deliveries(webhook.id)).toHaveLength(5);
});

test('a key for one video sees nothing of what a webhook has sent of others, whatever its filter was', async () => {
  const owner = await hooks.account();
  const receiver = await httpReceiver();
  const videoId = await seedVideo(hooks.bench.environment, { account: owner.handle });
  const { webhook } = await owner.create({ url: receiver.url });
  await hooks.processed(owner.accountId, 'another-video');
  await hooks.processed(owner.accountId, videoId);
  await hooks.workOff();
  await owner.api('PATCH', `${PATH}/${webhook.id}`, { json: { videoId } });
  const { secret } = await createKey(hooks.bench.environment, {
    account: owner.handle,
    projectIds: [videoId],
  });
  const { body } = await owner.api<{ deliveries: ShownDelivery[]; next: number | null }>(
    'GET',
    `${PATH}/${webhook.id}/deliveries`,
    { key: secret },
  );
  expect(body.deliveries.map(({ event }) => event.data.videoId)).toEqual([videoId]);
  expect(await owner.deliveries(webhook.id)).toHaveLength(2);
});

test.each(['', '/secret', '/test', '/deliveries'])(
  'an id of any length and form is unknown: %s',
  async (rest) => {
    const { api } = await hooks.account();
    for (const id of ['a'.repeat(3000), '%00', '%F0%9F%8E%AC', 'wh_0000000000000000']) {
      const method = rest === '' || rest === '/deliveries' ? 'GET' : 'POST';
      const { status, body } = await api(method, `${PATH}/${id}${rest}`);
      expect([id.length, status, body.error.code]).toEqual([id.length, 404, 'WEBHOOK_NOT_FOUND']);
    }
  },
);
