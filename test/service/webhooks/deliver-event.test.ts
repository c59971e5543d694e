import { Webhook } from 'standardwebhooks';
import { beforeAll, expect, test, vi } from 'vitest';
import type { ServiceEvent } from '../../../shared/contract/schemas/event.ts';
import type { ShownWebhook } from '../../../shared/contract/schemas/webhook.ts';
import { openWebhookOutcomes } from '../../../shared/stores/webhooks/webhooks.ts';
import { injectStoreFaults, unlessFaulted } from '../../support/faults/store-faults.ts';
import { httpReceiver, idsOf, type ReceivedEvent } from '../../support/webhooks/http-receiver.ts';
import { startWebhookBench, type WebhookBench } from '../../support/webhooks/webhook-bench.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let hooks: WebhookBench;

beforeAll(async () => {
  hooks = await startWebhookBench();
});

/** An account with a webhook, and what receives its events. */
async function hooked(filter: Record<string, unknown> = {}) {
  const receiver = await httpReceiver();
  const account = await hooks.account();
  const { webhook, secret } = await account.create({ url: receiver.url, ...filter });
  const path = `/api/v1/webhooks/${webhook.id}`;
  const read = async () => (await account.api<ShownWebhook>('GET', path)).body;
  return { ...account, receiver, webhook, secret, path, read };
}

const bodies = ({ received }: { received: readonly { body: string }[] }): ServiceEvent[] =>
  received.map(({ body }) => JSON.parse(body) as ServiceEvent);

/** What a receiver reads that knows the secret. @throws where the signature is none of it */
function verified(secret: string, { headers, body }: ReceivedEvent): unknown {
  // The functions' clock is ahead.
  const now = 1000 * Number(headers['webhook-timestamp']);
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}

const first = <T>([found]: readonly (T | undefined)[]): T => {
  if (found === undefined) throw new Error('There is none');
  return found;
};

test('an event is posted as the feed lists it, signed for Standard Webhooks', async () => {
  const { accountId, api, receiver, secret, webhook, deliveries } = await hooked();
  await hooks.processed(accountId);
  await hooks.workOff();
  const { body: feed } = await api<{ events: ServiceEvent[] }>('GET', '/api/v1/events');
  expect(bodies(receiver)).toEqual(feed.events);
  expect(feed.events).toMatchObject([{ type: 'video.processed', sequence: 1 }]);
  const received = first(receiver.received);
  expect(received.headers).toMatchObject({
    'webhook-id': feed.events[0]?.id,
    'content-type': 'application/json',
  });
  expect(verified(secret, received)).toEqual(feed.events[0]);
  expect(await deliveries(webhook.id)).toMatchObject([
    {
      event: feed.events[0],
      status: 'delivered',
      nextAttemptAt: null,
      attempts: [{ status: 204, answer: '' }],
    },
  ]);
});

test('only events that pass the filter are sent: of these types, of this video', async () => {
  const videoId = crypto.randomUUID();
  const { accountId, create, receiver } = await hooked({ types: ['video.failed'] });
  const other = await httpReceiver();
  await create({ url: other.url, types: ['video.failed', 'video.processed'] });
  await hooks.processed(accountId, videoId);
  await hooks.workOff();
  expect(receiver.received).toEqual([]);
  expect(bodies(other)).toMatchObject([{ data: { videoId } }]);
});

test('a receiver that fails gets the event again by the schedule, under the same id, until it takes it', async () => {
  const { accountId, receiver, webhook, read, deliveries } = await hooked();
  receiver.status = 500;
  await hooks.processed(accountId);
  await hooks.workOff();
  expect(await deliveries(webhook.id, '?status=pending')).toMatchObject([
    { attempts: [{ status: 500, answer: 'answer 500' }], nextAttemptAt: expect.any(String) },
  ]);
  expect((await read()).failingSince).not.toBeNull();
  const waits = [5000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
  for (const wait of waits.slice(0, 3)) {
    const waited = await hooks.nextAttempt();
    expect(waited).toBeGreaterThan(0.5 * wait);
    expect(waited).toBeLessThanOrEqual(1.1 * wait + 1);
  }
  receiver.status = 200;
  await hooks.nextAttempt();
  expect(new Set(idsOf(receiver)).size).toBe(1);
  expect(receiver.received).toHaveLength(5);
  const [delivered] = await deliveries(webhook.id, '?status=delivered');
  expect(delivered?.attempts.map(({ status }) => status)).toEqual([500, 500, 500, 500, 200]);
  expect(await read()).toMatchObject({ status: 'active', failingSince: null });
  expect(await hooks.take()).toEqual([]);
});

test('after three days an event is given up, and the webhook stays active', async () => {
  const { accountId, receiver, webhook, read, deliveries } = await hooked();
  receiver.status = 503;
  await hooks.processed(accountId);
  await hooks.workOff();
  let past = 0;
  while ((await deliveries(webhook.id, '?status=pending')).length > 0) past += await hooks.nextAttempt();
  expect(past).toBeGreaterThan(2 * DAY);
  expect(past).toBeLessThanOrEqual(3 * DAY);
  expect(await deliveries(webhook.id)).toMatchObject([{ status: 'failed', nextAttemptAt: null }]);
  expect((await read()).status).toBe('active');
});

test('a message that is not due is sent again, for as long as the queue can keep it back', async () => {
  const { accountId, receiver } = await hooked();
  await hooks.processed(accountId);
  const message = first(await hooks.take());
  const later = { ...message, notBefore: hooks.bench.environment.runtime.now() + 2 * HOUR };
  expect(await hooks.deliver(later)).toBe(true);
  expect(await hooks.take()).toEqual([later]);
  expect(receiver.received).toEqual([]);
});

test('messages that come twice, and changes announced twice, post an event once', async () => {
  const { accountId, receiver } = await hooked();
  for (const _ of [1, 2]) await hooks.processed(accountId, 'a-video', 'the-same-change');
  const messages = await hooks.take();
  expect(messages).toHaveLength(2);
  for (const message of [...messages, ...messages]) await hooks.deliver(message);
  expect(receiver.received).toHaveLength(1);
  receiver.status = 500;
  await hooks.processed(accountId);
  const failing = first(await hooks.take());
  for (const _ of [1, 2, 3]) await hooks.deliver(failing);
  expect(receiver.received).toHaveLength(2);
  expect(await hooks.take()).toHaveLength(1);
});

test('a process that dies at any call loses no attempt, and posts again under the same id at most', async () => {
  const { accountId, receiver, webhook, deliveries } = await hooked();
  const faults = injectStoreFaults();
  receiver.status = 500;
  await hooks.processed(accountId);
  const message = first(await hooks.take());
  const calls = await faults.count(() => hooks.deliver(message));
  expect(calls).toBeGreaterThan(4);
  await hooks.workOff();
  for (const after of [false, true]) {
    for (let call = 1; call <= calls; call++) {
      receiver.received.length = 0;
      receiver.status = 500;
      await hooks.processed(accountId);
      const message = first((await hooks.take()).filter(({ attempt }) => attempt === 1));
      // Of a webhook that fails one attempt is made at a time.
      hooks.bench.advance(13_000);
      faults.dieAt(call, after);
      const isDone = await unlessFaulted(hooks.deliver(message));
      faults.heal();
      hooks.bench.advance(13_000);
      if (isDone !== true) expect(await hooks.deliver(message)).toBe(true);
      receiver.status = 200;
      const next = (await hooks.take()).filter(({ sequence }) => sequence === message.sequence);
      expect([call, after, next.map(({ attempt }) => attempt)]).toEqual([
        call,
        after,
        expect.arrayContaining([2]),
      ]);
      hooks.bench.advance(13_000);
      for (const attempt of next) await hooks.deliver(attempt);
      const [newest] = await deliveries(webhook.id, '?limit=1');
      expect(newest).toMatchObject({ event: { sequence: message.sequence }, status: 'delivered' });
      expect(new Set(idsOf(receiver))).toEqual(new Set([newest?.event.id]));
      expect(receiver.received.length).toBeLessThanOrEqual(3);
    }
  }
});

test('an attempt that kills its function each time counts as failed, and the next follows', async () => {
  const { accountId, receiver, webhook, deliveries } = await hooked();
  await hooks.processed(accountId);
  const message = first(await hooks.take());
  expect(await hooks.giveUp(message)).toBe(true);
  expect(receiver.received).toEqual([]);
  expect(await deliveries(webhook.id)).toMatchObject([
    { status: 'pending', attempts: [{ failure: { message: 'The attempt was broken off.' } }] },
  ]);
  await hooks.workOff();
  await hooks.nextAttempt();
  expect(receiver.received).toHaveLength(1);
});

test('while a secret takes the place of another both sign, then the new one alone', async () => {
  const { accountId, api, path, receiver, secret } = await hooked();
  const rotated = await api<{ secret: string; webhook: ShownWebhook }>('POST', `${path}/secret`);
  expect(rotated.body.webhook.formerSecretUntil).not.toBeNull();
  await hooks.processed(accountId);
  await hooks.workOff();
  for (const known of [secret, rotated.body.secret]) verified(known, first(receiver.received));
  hooks.bench.advance(25 * HOUR);
  await hooks.processed(accountId);
  await hooks.workOff();
  const [, later] = receiver.received;
  verified(rotated.body.secret, first([later]));
  expect(() => verified(secret, first([later]))).toThrow('No matching signature found');
  const leaked = await api<{ secret: string; webhook: ShownWebhook }>('POST', `${path}/secret`, {
    json: { overlapHours: 0 },
  });
  expect(leaked.body.webhook.formerSecretUntil).toBeNull();
});

test('nothing is sent to a paused webhook, nor later what has happened meanwhile, but on request', async () => {
  const { accountId, api, path, receiver, webhook, deliveries } = await hooked();
  receiver.status = 500;
  await hooks.processed(accountId);
  await hooks.workOff();
  await api('PATCH', path, { json: { status: 'paused' } });
  await hooks.processed(accountId);
  await hooks.nextAttempt();
  expect(receiver.received).toHaveLength(1);
  expect(await deliveries(webhook.id)).toMatchObject([{ status: 'failed', nextAttemptAt: null }]);
  expect((await api('POST', `${path}/deliveries`, { json: { after: 0 } })).body.error.code).toBe(
    'WEBHOOK_NOT_ACTIVE',
  );
  receiver.status = 200;
  await api('PATCH', path, { json: { status: 'active' } });
  await hooks.workOff();
  expect(receiver.received).toHaveLength(1);
  expect((await api('POST', `${path}/deliveries`, { json: { after: 0 } })).body).toEqual({
    queued: 2,
    next: null,
  });
  await hooks.workOff();
  expect(bodies(receiver).map(({ sequence }) => sequence)).toEqual([1, 1, 2]);
});

test('what was delivered is sent again on request, once for each, and attempts begin anew', async () => {
  const { accountId, api, path, receiver, webhook, deliveries } = await hooked({
    types: ['video.processed'],
  });
  for (const _ of [1, 2, 3]) await hooks.processed(accountId);
  await hooks.workOff();
  receiver.status = 500;
  expect((await api('POST', `${path}/deliveries`, { json: { sequence: 2 } })).body).toEqual({
    queued: 1,
    next: null,
  });
  await hooks.workOff();
  receiver.status = 200;
  const waited = await hooks.nextAttempt();
  expect(waited).toBeLessThan(6000);
  expect(bodies(receiver).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 2, 2]);
  expect(
    (await deliveries(webhook.id, '?before=3&limit=1'))[0]?.attempts.map(({ status }) => status),
  ).toEqual([204, 500, 200]);
  for (const json of [{ sequence: 4 }, {}, { sequence: 1, after: 0 }])
    expect((await api('POST', `${path}/deliveries`, { json })).body.error).toMatchObject({
      code: 'INVALID_PARAMETER',
      field: 'sequence',
    });
});

test('a webhook to which nothing could be delivered for five days is disabled; one success before is enough', async () => {
  const { accountId, api, path, receiver, read } = await hooked();
  const fail = async () => {
    receiver.status = 500;
    await hooks.processed(accountId);
    await hooks.workOff();
  };
  await fail();
  hooks.bench.advance(4 * DAY);
  await hooks.workOff();
  receiver.status = 200;
  // Of one that fails only one attempt is made at a time.
  hooks.bench.advance(13_000);
  await hooks.processed(accountId);
  await hooks.workOff();
  expect((await read()).failingSince).toBeNull();
  await fail();
  hooks.bench.advance(5 * DAY);
  await fail();
  expect(await read()).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
  const { length } = receiver.received;
  await hooks.processed(accountId);
  await hooks.workOff();
  expect(receiver.received).toHaveLength(length);
  expect((await api('PATCH', path, { json: { status: 'active' } })).body).toMatchObject({
    status: 'active',
    disabledReason: null,
    failingSince: null,
  });
});

test('a success at the same time comes before being disabled as failing', async () => {
  const { accountId, receiver, webhook, read } = await hooked();
  const outcomes = openWebhookOutcomes(hooks.bench.environment);
  receiver.status = 500;
  await hooks.processed(accountId);
  await hooks.workOff();
  const failing = await outcomes.get(accountId, webhook.id);
  if (failing === null) throw new Error('The webhook is gone');
  const attemptedAt = hooks.bench.environment.runtime.now();
  await outcomes.disable(failing, 'failing');
  expect((await read()).status).toBe('disabled');
  await outcomes.noteSuccess(failing, attemptedAt);
  expect(await read()).toMatchObject({ status: 'active', failingSince: null });
  await outcomes.disable(failing, 'failing');
  expect((await read()).status).toBe('active');
});

test('a receiver that answers 410 is sent nothing more', async () => {
  const { accountId, receiver, webhook, read, deliveries } = await hooked();
  receiver.status = 410;
  await hooks.processed(accountId);
  await hooks.workOff();
  expect(await read()).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
  expect(await deliveries(webhook.id)).toMatchObject([{ status: 'failed' }]);
  await hooks.processed(accountId);
  expect(await hooks.take()).toEqual([]);
});

test('a receiver that does not answer keeps nobody else waiting', async () => {
  const { accountId, create, receiver } = await hooked();
  receiver.status = null;
  const fast = await httpReceiver();
  await create({ url: fast.url });
  await hooks.processed(accountId);
  const attempts = (await hooks.take()).map((message) => hooks.deliver(message));
  await Promise.any(attempts);
  expect(fast.received).toHaveLength(1);
  receiver.hangUp();
  await Promise.all(attempts);
});

test('of a webhook that fails one attempt is made at a time; the others wait, and none is lost', async () => {
  hooks.bench.stopTime();
  // What tests before have left.
  await hooks.take();
  const { accountId, receiver, webhook, deliveries } = await hooked();
  receiver.status = 500;
  await hooks.processed(accountId);
  await hooks.deliver(first(await hooks.take()));
  await hooks.take();
  for (let i = 0; i < 5; i++) await hooks.processed(accountId);
  const { runtime } = hooks.bench.environment;
  for (const message of await hooks.take()) {
    const before = runtime.now();
    expect(await hooks.deliver(message)).toBe(true);
    // The time that an attempt may take has not passed.
    hooks.bench.advance(before - runtime.now());
  }
  expect(receiver.received).toHaveLength(2);
  const waiting = (await hooks.take()).filter(({ attempt }) => attempt === 1);
  expect(waiting).toHaveLength(4);
  expect(Math.min(...waiting.map(({ notBefore }) => notBefore))).toBeGreaterThan(runtime.now());
  receiver.status = 200;
  hooks.bench.advance(2 * MINUTE);
  for (const message of waiting) expect(await hooks.deliver(message)).toBe(true);
  expect(await deliveries(webhook.id, '?status=delivered')).toHaveLength(4);
});
