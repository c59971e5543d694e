import type { Delivery } from '../../../shared/domain/webhooks/delivery.ts';
import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { openEventLog } from '../../../shared/stores/events/event-log.ts';
import { openDeliveryRecords } from '../../../shared/stores/webhooks/deliveries.ts';
import type { Api } from '../service/api.ts';

/** Gives an account a webhook, an event about a video, and the record that it was delivered. */
export async function haveDelivered(
  environment: Environment,
  { accountId, api, videoId }: { accountId: string; api: Api; videoId: string },
): Promise<void> {
  const json = { url: 'https://receiver.invalid/' };
  const { body } = await api<{ webhook: { id: string } }>('POST', '/api/v1/webhooks', { json });
  const { id: webhookId } = body.webhook;
  const now = environment.runtime.now();
  const happened = {
    id: `evt_${webhookId}`,
    type: 'video.processed',
    timestamp: new Date(now).toISOString(),
    data: { videoId },
  };
  const options = async () => true;
  const event = await openEventLog(environment).append(accountId, happened, options);
  if (event === null) throw new Error('The event was not recorded');
  const delivery: Delivery = {
    event,
    status: 'delivered',
    attempts: [],
    sentAgainAt: 0,
    attempted: 1,
    nextAttemptAt: null,
  };
  const key = { accountId, webhookId, sequence: event.sequence };
  await openDeliveryRecords(environment).record(key, delivery, null);
}
