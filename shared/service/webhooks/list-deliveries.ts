import { MAX_SEQUENCE } from '../../contract/schemas/event.ts';
import type { ShownDelivery } from '../../contract/schemas/webhook.ts';
import { mayAccess, type Principal } from '../../domain/keys/principal.ts';
import { shownDelivery } from '../../domain/webhooks/delivery.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openDeliveryLists } from '../../stores/webhooks/deliveries.ts';
import { openWebhookReader } from '../../stores/webhooks/webhooks.ts';
import { isVisible } from '../events/list-events.ts';
import { findWebhook } from './find-webhook.ts';

export const DELIVERY_LIST_STORES = { webhooks: openWebhookReader, deliveries: openDeliveryLists };

/** Deliveries that a request looks at for those in one state. */
const LOOKED_AT = 200;

/**
 * What was sent to a webhook, newest first. Where one state is asked for, fewer may be found than there are; `next` goes on.
 * @throws ApiError as `findWebhook`
 */
export async function listDeliveries(
  stores: Opened<typeof DELIVERY_LIST_STORES>,
  principal: Principal,
  webhookId: string,
  {
    status,
    before = MAX_SEQUENCE + 1,
    limit,
  }: { status?: ShownDelivery['status'] | undefined; before?: number | undefined; limit: number },
): Promise<{ deliveries: ShownDelivery[]; next: number | null }> {
  await findWebhook(stores, principal, webhookId);
  const isFiltered = status !== undefined || !mayAccess(principal, null);
  const lookedAt = isFiltered ? LOOKED_AT : limit;
  const found = await stores.deliveries.list(principal.accountId, webhookId, { before, limit: lookedAt });
  // The filter of the webhook may have been another one.
  const wanted = found.filter(
    (delivery) =>
      (status === undefined || delivery.status === status) && isVisible(principal, delivery.event),
  );
  const listed = wanted.slice(0, limit);
  const last = (wanted.length > limit ? listed : found).at(-1)?.event.sequence;
  const isEnd = wanted.length <= limit && found.length < lookedAt;
  return {
    deliveries: listed.map(shownDelivery),
    next: isEnd || last === undefined ? null : last,
  };
}
