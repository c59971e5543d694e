import { ApiError } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { ServiceEvent } from '../../contract/schemas/event.ts';
import type { SendAgainRequest } from '../../contract/schemas/webhook.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import { isWanted, type Webhook } from '../../domain/webhooks/webhook.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openEventRange } from '../../stores/events/event-log.ts';
import { openWebhookQueue } from '../../stores/queues/webhook-queue.ts';
import { openWebhookReader } from '../../stores/webhooks/webhooks.ts';
import { findWebhook } from './find-webhook.ts';

export const SENDING_AGAIN_STORES = {
  webhooks: openWebhookReader,
  log: openEventRange,
  queue: openWebhookQueue,
};

type Stores = Opened<typeof SENDING_AGAIN_STORES>;

/** Events that a request looks at for those that the webhook wants. */
const LOOKED_AT = 10 * LIMITS.eventsSentAgain;

/**
 * Asks for events to be sent to a webhook that were sent before, or that it has missed: attempts begin anew.
 * @throws ApiError `WEBHOOK_NOT_ACTIVE`, `INVALID_PARAMETER` where the event is gone or none that the webhook wants; as `findWebhook`
 */
export async function sendAgain(
  stores: Stores,
  principal: Principal,
  webhookId: string,
  { sequence, after }: SendAgainRequest,
): Promise<{ queued: number; next: number | null }> {
  if ((sequence === undefined) === (after === undefined))
    throw new ApiError('INVALID_PARAMETER', 'Either sequence or after must be given.', { field: 'sequence' });
  const webhook = await findWebhook(stores, principal, webhookId);
  if (webhook.status !== 'active')
    throw new ApiError('WEBHOOK_NOT_ACTIVE', `The webhook is ${webhook.status}: make it active first.`, {
      details: { status: webhook.status },
    });
  const { events, next } =
    sequence === undefined
      ? await eventsAfter(stores, webhook, after ?? 0)
      : { events: [await oneEvent(stores, webhook, sequence)], next: null };
  const now = stores.environment.runtime.now();
  await stores.queue.send(
    events.map((event) => ({
      accountId: webhook.accountId,
      webhookId,
      sequence: event.sequence,
      attempt: 1,
      firstAt: now,
      notBefore: now,
      sentAgainAt: now,
    })),
  );
  return { queued: events.length, next };
}

async function oneEvent({ log }: Stores, webhook: Webhook, sequence: number): Promise<ServiceEvent> {
  const [event] = await log.after(webhook.accountId, sequence - 1, 1);
  if (event?.sequence === sequence && isWanted(webhook, event)) return event;
  throw new ApiError(
    'INVALID_PARAMETER',
    `There is no event ${sequence} that this webhook wants, or it is older than events are kept.`,
    { field: 'sequence' },
  );
}

async function eventsAfter(
  { log }: Stores,
  webhook: Webhook,
  after: number,
): Promise<{ events: ServiceEvent[]; next: number | null }> {
  const found = await log.after(webhook.accountId, after, LOOKED_AT);
  const wanted = found.filter((event) => isWanted(webhook, event));
  const events = wanted.slice(0, LIMITS.eventsSentAgain);
  if (wanted.length > events.length) return { events, next: events.at(-1)?.sequence ?? null };
  return { events, next: found.length < LOOKED_AT ? null : (found.at(-1)?.sequence ?? null) };
}
