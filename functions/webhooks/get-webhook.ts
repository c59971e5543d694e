import { getWebhook } from '../../shared/contract/routes/webhooks.ts';
import { shownWebhook } from '../../shared/domain/webhooks/webhook.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { findWebhook } from '../../shared/service/webhooks/find-webhook.ts';
import { openWebhookReader } from '../../shared/stores/webhooks/webhooks.ts';

export const handler = endpoint(
  getWebhook,
  { webhooks: openWebhookReader },
  async ({ principal, params }, stores) => {
    const webhook = await findWebhook(stores, principal, params.webhookId);
    return { body: shownWebhook(webhook, stores.environment.runtime.now()) };
  },
);
