import { listEvents } from '../../../shared/contract/routes/events.ts';
import { patchMetadata } from '../../../shared/contract/routes/metadata.ts';
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  sendAgain,
} from '../../../shared/contract/routes/webhooks.ts';
import { expectEqual } from '../expect.ts';
import { functionOf, giveUp, takeMessages } from '../queues.ts';
import type { Step } from '../step.ts';
import { ingested } from '../uploads.ts';

/** Nobody has it (RFC 2606), so that each attempt fails. */
const URL = 'https://receiver.example/hook';
const DELIVER = 'webhooks/deliver';
/** The longest that a queue keeps a message back, in milliseconds, and a little. */
const KEPT_BACK = 1_000_000;

/** What happens is recorded as events, which are sent to webhooks: attempts fail, are given up, and wait for the next. */
export const sentEvents: Step = {
  name: 'events of an upload, and a webhook whose receiver nobody finds',
  async run(rehearsed) {
    const { client, deployment } = rehearsed;
    const { newest } = await client.call(listEvents, { query: { limit: 1 } });
    const id = await ingested(rehearsed);
    await deployment.rest();
    const { events } = await client.call(listEvents, { query: { after: newest, videoId: id } });
    expectEqual('the events of an upload', events.map(({ type }) => type).toSorted(), [
      'version.created',
      'video.created',
      'video.processed',
    ]);
    const sequence = events[0]?.sequence ?? 0;

    const { webhook } = await client.call(createWebhook, { body: { url: URL } });
    const params = { webhookId: webhook.id };
    const attempts = async () =>
      (await client.call(listDeliveries, { params })).deliveries.flatMap((delivery) => delivery.attempts);
    await client.call(patchMetadata, { params: { id }, body: { variables: [{ id: 'sent', value: 1 }] } });
    await client.call(sendAgain, { params, body: { sequence } });
    await deployment.rest();
    expectEqual('attempts to deliver', (await attempts()).length > 0, true);
    expectEqual(
      'what was answered',
      (await attempts()).some(({ status }) => status !== undefined),
      false,
    );

    const resume = await deployment.pause(functionOf(deployment, DELIVER).ref);
    await client.call(sendAgain, { params, body: { sequence } });
    const before = (await attempts()).length;
    await giveUp(deployment, DELIVER, await takeMessages(deployment, DELIVER));
    await deployment.rest();
    expectEqual('attempts with the one that was given up', (await attempts()).length > before, true);
    await client.call(deleteWebhook, { params });
    // What is kept back is not due by the functions' clock.
    deployment.advanceQueues(KEPT_BACK);
    await takeMessages(deployment, DELIVER);
    resume();
  },
};
