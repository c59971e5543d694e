import { createWebhook as definition } from '../../shared/contract/routes/webhooks.ts';
import { webhookWithSecret } from '../../shared/domain/webhooks/webhook.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { createWebhook, WEBHOOK_CREATION_STORES } from '../../shared/service/webhooks/create-webhook.ts';
import { findWebhook } from '../../shared/service/webhooks/find-webhook.ts';
import { openIdempotency } from '../../shared/stores/idempotency.ts';

export const handler = endpoint(
  definition,
  { ...WEBHOOK_CREATION_STORES, idempotency: openIdempotency },
  async ({ principal, body }, stores) => {
    const webhook = await createWebhook(stores, principal, body);
    // Its secret is kept in one place alone.
    return { body: webhookWithSecret(webhook, stores.environment.runtime.now()), kept: webhook.webhookId };
  },
  {
    renew: async (webhookId, { principal }, stores) => {
      const webhook = await findWebhook(stores, principal, String(webhookId));
      return { body: webhookWithSecret(webhook, stores.environment.runtime.now()) };
    },
  },
);
