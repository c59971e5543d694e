import { rotateSecret as definition } from '../../shared/contract/routes/webhooks.ts';
import { webhookWithSecret } from '../../shared/domain/webhooks/webhook.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { findWebhook } from '../../shared/service/webhooks/find-webhook.ts';
import { ROTATION_STORES, rotateSecret } from '../../shared/service/webhooks/rotate-secret.ts';
import { openIdempotency } from '../../shared/stores/idempotency.ts';

export const handler = endpoint(
  definition,
  { ...ROTATION_STORES, idempotency: openIdempotency },
  async ({ principal, params, body }, stores) => {
    const webhook = await rotateSecret(stores, principal, params.webhookId, body.overlapHours);
    return { body: webhookWithSecret(webhook, stores.environment.runtime.now()), kept: null };
  },
  {
    renew: async (_, { principal, params }, stores) => {
      const webhook = await findWebhook(stores, principal, params.webhookId);
      return { body: webhookWithSecret(webhook, stores.environment.runtime.now()) };
    },
  },
);
