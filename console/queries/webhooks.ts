import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getWebhook, listDeliveries, listWebhooks } from '../../shared/contract/routes/webhooks.ts';
import type { ShownDelivery } from '../../shared/contract/schemas/webhook.ts';
import type { Services } from '../services.ts';

export type DeliveryState = ShownDelivery['status'];

export const WEBHOOKS_KEY = ['webhooks'] as const;

/** How often a webhook and its deliveries are read while the tab is seen, and where an attempt is due or asked for. */
const IDLE_POLL_MS = 5000;
const BUSY_POLL_MS = 2000;

export const webhooksQuery = ({ client }: Pick<Services, 'client'>) =>
  queryOptions({ queryKey: WEBHOOKS_KEY, queryFn: ({ signal }) => client.call(listWebhooks, { signal }) });

export const webhookQuery = ({ client }: Pick<Services, 'client'>, webhookId: string) =>
  queryOptions({
    queryKey: [...WEBHOOKS_KEY, webhookId],
    queryFn: ({ signal }) => client.call(getWebhook, { params: { webhookId }, signal }),
    // The service notes failures, and disables it.
    refetchInterval: ({ state }) => (state.error === null ? IDLE_POLL_MS : false),
  });

/** What was sent to a webhook, newest first. @param status only what is in this state */
export const deliveriesQuery = (
  { client }: Pick<Services, 'client'>,
  webhookId: string,
  status: DeliveryState | undefined,
) =>
  infiniteQueryOptions({
    queryKey: [...WEBHOOKS_KEY, webhookId, 'deliveries', status],
    queryFn: ({ pageParam: before, signal }) =>
      client.call(listDeliveries, { params: { webhookId }, query: { status, before }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
  });

/** The event of the newest delivery that has succeeded; null: none is known. */
export const lastDeliveredQuery = ({ client }: Pick<Services, 'client'>, webhookId: string) =>
  queryOptions({
    queryKey: [...WEBHOOKS_KEY, webhookId, 'last delivered'],
    queryFn: async ({ signal }): Promise<number | null> => {
      const query = { status: 'delivered', limit: 1 } as const;
      const { deliveries } = await client.call(listDeliveries, { params: { webhookId }, query, signal });
      return deliveries[0]?.event.sequence ?? null;
    },
  });

/** How long something that was asked for may take to begin. */
const EXPECTED_MS = 30_000;

/**
 * Milliseconds until deliveries are worth reading again.
 * @param now milliseconds since 1970, as `askedAt`: when some were last asked for
 */
export function pollAfter(
  deliveries: readonly Pick<ShownDelivery, 'status' | 'nextAttemptAt'>[],
  now: number,
  askedAt: number,
): number {
  if (now - askedAt < EXPECTED_MS) return BUSY_POLL_MS;
  const isDue = deliveries.some(
    ({ status, nextAttemptAt }) =>
      status === 'pending' && (nextAttemptAt === null || Date.parse(nextAttemptAt) < now + IDLE_POLL_MS),
  );
  return isDue ? BUSY_POLL_MS : IDLE_POLL_MS;
}
