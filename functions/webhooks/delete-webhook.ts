import { deleteWebhook } from '../../shared/contract/routes/webhooks.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { findWebhook } from '../../shared/service/webhooks/find-webhook.ts';
import { openWebhookRemoval } from '../../shared/stores/webhooks/webhooks.ts';

export const handler = endpoint(
  deleteWebhook,
  { webhooks: openWebhookRemoval },
  async ({ principal, params }, stores) => {
    await stores.webhooks.remove(await findWebhook(stores, principal, params.webhookId));
    return { body: { success: true } };
  },
);
