import { marshall } from '@aws-sdk/util-dynamodb';
import { test } from 'vitest';
import { recordChanges } from '../../../shared/contract/events.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { beforeNext } from '../../support/faults/before-next.ts';
import { on } from '../../support/faults/moments.ts';
import { seedVideo } from '../../support/videos/seed-video.ts';
import { httpReceiver } from '../../support/webhooks/http-receiver.ts';
import { webhooksOn } from '../../support/webhooks/webhook-bench.ts';
import type { Stage } from './stage.ts';

/** What receivers of events set off. */
export function webhooksCall({ bench, environment }: Stage): void {
  test('events are sent to webhooks, again where that fails, and on request', async () => {
    const hooks = webhooksOn(bench);
    const { accountId, handle, api, create } = await hooks.account();
    const receiver = await httpReceiver();
    const { webhook } = await create({ url: receiver.url });
    const path = `/api/v1/webhooks/${webhook.id}`;
    receiver.status = 500;
    await hooks.processed(accountId, await seedVideo(environment, { account: handle }));
    await hooks.workOff();
    receiver.status = 200;
    await hooks.nextAttempt();
    await api('GET', '/api/v1/events');
    await api('PATCH', path, { json: { url: `${receiver.url}/moved` } });
    await api('POST', `${path}/deliveries`, { json: { after: 0 } });
    for (const message of await hooks.take()) await hooks.giveUp(message);
    const again = await hooks.take();
    await api('PATCH', path, { json: { status: 'paused' } });
    hooks.bench.advance(60_000);
    for (const message of again) {
      await hooks.giveUp({ ...message, attempt: 1 });
      await hooks.giveUp(message);
      await hooks.deliver(message);
    }
  });

  test('a version of an earlier release, whose account is looked up, is announced twice', async () => {
    const { handle } = await webhooksOn(bench).account();
    const videoId = await seedVideo(environment, { account: handle });
    const item = { videoId, version: 2, createdAt: '2026-11-28T10:00:00.000Z', description: 'Changed' };
    const record = {
      eventID: videoId,
      eventName: 'INSERT',
      dynamodb: { SequenceNumber: '1', Keys: marshall({ videoId, version: 2 }), NewImage: marshall(item) },
    };
    const handler = await bench.functions.load(recordChanges.key);
    for (const _ of [1, 2]) await handler({ Records: [record] }, {});
  });

  test('more webhooks are created at a time than an account may have', async () => {
    const { create, api } = await webhooksOn(bench).account();
    const json = { url: 'https://receiver.invalid/' };
    beforeNext(on('PutItem', 'webhooks'), async () => {
      for (let made = 0; made < LIMITS.webhooks; made++) await create(json);
    });
    await api('POST', '/api/v1/webhooks', { json });
  });
}
