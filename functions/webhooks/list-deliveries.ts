import { listDeliveries as definition } from '../../shared/contract/routes/webhooks.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { DELIVERY_LIST_STORES, listDeliveries } from '../../shared/service/webhooks/list-deliveries.ts';

export const handler = endpoint(
  definition,
  DELIVERY_LIST_STORES,
  async ({ principal, params, query }, stores) => ({
    body: await listDeliveries(stores, principal, params.webhookId, query),
  }),
);
