import { testWebhook as definition } from '../../shared/contract/routes/webhooks.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { TEST_STORES, testWebhook } from '../../shared/service/webhooks/test-webhook.ts';

export const handler = endpoint(definition, TEST_STORES, async ({ principal, params }, stores) => ({
  body: await testWebhook(stores, principal, params.webhookId),
}));
