import { EVENT_FORM } from '../../contract/events.ts';
import type { TestEvent, WebhookAttempt } from '../../contract/schemas/webhook.ts';
import { shortId } from '../../domain/ids.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openWebhookReader } from '../../stores/webhooks/webhooks.ts';
import { findWebhook } from './find-webhook.ts';
import { attemptOf, postEvent } from './post-event.ts';

export const TEST_STORES = { webhooks: openWebhookReader };

/**
 * Sends an event of its own to a webhook, whatever the webhook's filter and state. It changes nothing.
 * @throws ApiError as `findWebhook`
 */
export async function testWebhook(
  stores: Opened<typeof TEST_STORES>,
  principal: Principal,
  webhookId: string,
): Promise<{ event: TestEvent; attempt: WebhookAttempt }> {
  const { environment } = stores;
  const { runtime } = environment;
  const webhook = await findWebhook(stores, principal, webhookId);
  const at = runtime.now();
  const event: TestEvent = {
    id: `evt_${shortId(runtime)}${shortId(runtime)}`,
    type: 'webhook.test',
    timestamp: new Date(at).toISOString(),
    version: EVENT_FORM,
    data: { webhookId },
  };
  return { event, attempt: attemptOf(at, await postEvent(environment, webhook, event)) };
}
