import { patchWebhook } from '../../shared/contract/routes/webhooks.ts';
import { shownWebhook } from '../../shared/domain/webhooks/webhook.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { changeWebhook, WEBHOOK_CHANGE_STORES } from '../../shared/service/webhooks/change-webhook.ts';

export const handler = endpoint(
  patchWebhook,
  WEBHOOK_CHANGE_STORES,
  async ({ principal, params, body }, stores) => {
    const webhook = await changeWebhook(stores, principal, params.webhookId, body);
    return { body: shownWebhook(webhook, stores.environment.runtime.now()) };
  },
);
