import { sendAgain as definition } from '../../shared/contract/routes/webhooks.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { SENDING_AGAIN_STORES, sendAgain } from '../../shared/service/webhooks/send-again.ts';
import { openIdempotency } from '../../shared/stores/idempotency.ts';

export const handler = endpoint(
  definition,
  { ...SENDING_AGAIN_STORES, idempotency: openIdempotency },
  async ({ principal, params, body }, stores) => ({
    body: await sendAgain(stores, principal, params.webhookId, body),
  }),
);
