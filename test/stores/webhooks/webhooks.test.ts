import { beforeAll, expect, test } from 'vitest';
import type { ServiceEvent } from '../../../shared/contract/schemas/event.ts';
import type { Delivery } from '../../../shared/domain/webhooks/delivery.ts';
import type { Webhook } from '../../../shared/domain/webhooks/webhook.ts';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { openDeliveryRecords } from '../../../shared/stores/webhooks/deliveries.ts';
import {
  ACTIVE,
  openWebhookChanges,
  openWebhookCreation,
  openWebhookOutcomes,
  openWebhookRemoval,
} from '../../../shared/stores/webhooks/webhooks.ts';
import { injectStoreFaults } from '../../support/faults/store-faults.ts';
import { startWorkbench } from '../../support/service/workbench.ts';

let environment: Environment;
let clock = 1_000_000;

beforeAll(async () => {
  const bench = await startWorkbench();
  environment = { ...bench.environment, runtime: { ...bench.environment.runtime, now: () => clock } };
});

async function created(more: Partial<Webhook> = {}): Promise<Webhook> {
  const webhook: Webhook = {
    accountId: crypto.randomUUID(),
    webhookId: 'wh_1',
    url: 'https://hooks.example.org/',
    description: null,
    types: null,
    videoId: null,
    ...ACTIVE,
    secret: 'whsec_1',
    formerSecret: null,
    createdAt: '2026-11-28T00:00:00.000Z',
    createdBy: { kind: 'key', id: 'key' },
    ...more,
  };
  await openWebhookCreation(environment).create(webhook);
  return webhook;
}

const standing = ({ accountId, webhookId }: Webhook): Promise<Webhook | null> =>
  openWebhookChanges(environment).get(accountId, webhookId);

test('nothing brings a webhook back that was removed', async () => {
  const webhook = await created({ failingSince: 1 });
  await openWebhookRemoval(environment).remove(webhook);
  const outcomes = openWebhookOutcomes(environment);
  expect(await openWebhookChanges(environment).change(webhook, { description: 'again' })).toBeNull();
  await outcomes.noteFailing({ ...webhook, failingSince: null });
  await outcomes.disable(webhook, 'gone');
  await outcomes.disable(webhook, 'failing');
  await outcomes.noteSuccess(webhook, clock);
  expect(await standing(webhook)).toBeNull();
});

test('of two secrets that are to take the place of the same one, the first does', async () => {
  const webhook = await created();
  const { rotate } = openWebhookChanges(environment);
  expect((await rotate(webhook, { secret: 'whsec_2', formerSecret: null }))?.secret).toBe('whsec_2');
  expect(await rotate(webhook, { secret: 'whsec_3', formerSecret: null })).toBeNull();
  expect((await standing(webhook))?.secret).toBe('whsec_2');
});

test('a webhook fails since the first of the attempts that fail at the same time', async () => {
  const webhook = await created();
  const { noteFailing } = openWebhookOutcomes(environment);
  await noteFailing(webhook);
  const since = clock;
  clock += 1000;
  await noteFailing(webhook);
  expect((await standing(webhook))?.failingSince).toBe(since);
});

test('a 410 of an address that the webhook has no longer does not disable it, nor one that is paused', async () => {
  const webhook = await created();
  const { change } = openWebhookChanges(environment);
  const { disable } = openWebhookOutcomes(environment);
  await change(webhook, { url: 'https://hooks.example.org/moved' });
  await disable(webhook, 'gone');
  const moved = await change(webhook, { status: 'paused' });
  expect(moved).toMatchObject({ status: 'paused', disabledReason: null });
  await disable(moved ?? webhook, 'gone');
  expect(await standing(webhook)).toMatchObject({ status: 'paused', disabledReason: null });
});

test('a success revives a webhook that was given up since it began, and no other', async () => {
  const { change } = openWebhookChanges(environment);
  const { disable, noteSuccess } = openWebhookOutcomes(environment);
  const failing = await created({ failingSince: 1 });
  await disable(failing, 'failing');
  clock += 1000;
  await noteSuccess(failing, clock);
  expect(await standing(failing)).toMatchObject({ status: 'disabled', failingSince: 1 });
  await noteSuccess(failing, clock - 1000);
  expect(await standing(failing)).toMatchObject({ status: 'active', failingSince: null });
  const gone = await created({ failingSince: 1 });
  await disable(gone, 'gone');
  await noteSuccess(gone, clock - 1000);
  expect(await standing(gone)).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
  const paused = await created({ failingSince: 1 });
  await change(paused, { status: 'paused' });
  await noteSuccess(paused, clock);
  expect(await standing(paused)).toMatchObject({ status: 'paused', failingSince: null });
});

test('of attempts that are recorded at the same time one is, and what was delivered is not given up', async () => {
  const { get, record, giveUp } = openDeliveryRecords(environment);
  const key = { accountId: crypto.randomUUID(), webhookId: 'wh_1', sequence: 7 };
  const event = { id: 'evt_7', sequence: 7 } as ServiceEvent;
  const first: Delivery = {
    event,
    status: 'pending',
    attempts: [],
    sentAgainAt: 0,
    attempted: 1,
    nextAttemptAt: 5,
  };
  expect(await record(key, first, null)).toBe(true);
  expect(await record(key, { ...first, nextAttemptAt: 6 }, null)).toBe(false);
  const second: Delivery = { ...first, attempted: 2, nextAttemptAt: null, status: 'delivered' };
  expect(await record(key, second, first)).toBe(true);
  expect(await record(key, { ...second, status: 'failed' }, first)).toBe(false);
  await giveUp(key);
  expect(await get(key)).toMatchObject({ status: 'delivered', attempted: 2 });
  await giveUp({ ...key, sequence: 8 });
  expect(await get({ ...key, sequence: 8 })).toBeNull();
});

test('an attempt is recorded also where the reply to that was lost', async () => {
  const { get, record } = openDeliveryRecords(environment);
  const key = { accountId: crypto.randomUUID(), webhookId: 'wh_1', sequence: 1 };
  const delivery: Delivery = {
    event: { id: 'evt_1', sequence: 1 } as ServiceEvent,
    status: 'pending',
    attempts: [],
    sentAgainAt: 0,
    attempted: 1,
    nextAttemptAt: 5,
  };
  const faults = injectStoreFaults();
  faults.failAt(1, true);
  expect(await record(key, delivery, null)).toBe(true);
  faults.heal();
  expect(await get(key)).toMatchObject(delivery);
});
