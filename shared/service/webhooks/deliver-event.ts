import { LIMITS } from '../../contract/limits.ts';
import type { WebhookMessage } from '../../contract/messages.ts';
import type { ServiceEvent } from '../../contract/schemas/event.ts';
import { type Delivery, isOver, isToFollow } from '../../domain/webhooks/delivery.ts';
import { FAILING_MS, type Webhook } from '../../domain/webhooks/webhook.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openEventLookup } from '../../stores/events/event-log.ts';
import { openWebhookQueue } from '../../stores/queues/webhook-queue.ts';
import { openDeliveryRecords } from '../../stores/webhooks/deliveries.ts';
import { openWebhookOutcomes, openWebhookReader } from '../../stores/webhooks/webhooks.ts';
import { type DeliveryOutcome, isDelivered, isGone } from '../../webhooks/delivery-outcome.ts';
import { nextAttempt } from '../../webhooks/retry-schedule.ts';
import { attemptOf, postEvent } from './post-event.ts';

export const DELIVERY_STORES = {
  webhooks: openWebhookOutcomes,
  events: openEventLookup,
  records: openDeliveryRecords,
  queue: openWebhookQueue,
};

export const GIVING_UP_STORES = { ...DELIVERY_STORES, webhooks: openWebhookReader };

type Stores = Opened<typeof GIVING_UP_STORES>;

/** How long an attempt waits at least while another finds out whether its webhook fails still. */
const PROBED_AGAIN_MS = 30_000;

/** What an attempt is made of. */
interface DueAttempt {
  readonly webhook: Webhook;
  readonly event: ServiceEvent;
  readonly before: Delivery | null;
}

/**
 * Makes an attempt to deliver an event, and asks for the next one where it fails. The order makes every crash harmless: what was
 * posted but not recorded is posted again under the same id, what was recorded but not followed is only followed.
 *
 * While a webhook fails, one attempt at a time finds out whether it does still: receivers that do not answer take no more than their
 * share of what can be sent at once.
 */
export async function deliverEvent(
  stores: Opened<typeof DELIVERY_STORES>,
  message: WebhookMessage,
): Promise<void> {
  const due = await dueAttempt(stores, message);
  if (due === null) return;
  const { environment, webhooks, queue } = stores;
  const at = environment.runtime.now();
  if (due.webhook.failingSince !== null && !(await webhooks.beginProbe(due.webhook))) {
    const pause = PROBED_AGAIN_MS * (1 + (environment.runtime.randomBytes(1)[0] ?? 0) / 256);
    await queue.send([{ ...message, notBefore: Math.ceil(at + pause) }]);
    return;
  }
  const outcome = await postEvent(environment, due.webhook, due.event);
  if (!(await settle(stores, message, due, { at, outcome }))) return;
  await noteOutcome(stores, due.webhook, { at, outcome });
}

/** Counts an attempt as failed that ended without an outcome each time, such as by killing its function. */
export async function giveUpAttempt(stores: Stores, message: WebhookMessage): Promise<void> {
  const due = await dueAttempt(stores, message);
  if (due === null) return;
  const outcome = { failure: 'connection', message: 'The attempt was broken off.', durationMs: 0 } as const;
  await settle(stores, message, due, { at: stores.environment.runtime.now(), outcome });
}

/** The attempt that a message asks for; null where it is not to be made now. */
async function dueAttempt(stores: Stores, message: WebhookMessage): Promise<DueAttempt | null> {
  const { webhooks, events, records, queue, environment } = stores;
  const { accountId, webhookId, sequence } = message;
  if (environment.runtime.now() < message.notBefore) {
    await queue.send([message]);
    return null;
  }
  const [webhook, event, before] = await Promise.all([
    webhooks.get(accountId, webhookId),
    events.get(accountId, sequence),
    records.get(message),
  ]);
  if (isOver(before, message)) {
    if (isToFollow(before, message)) await follow(stores, message, before.nextAttemptAt);
    return null;
  }
  if (webhook?.status !== 'active' || event === null) {
    await records.giveUp(message);
    return null;
  }
  return { webhook, event, before };
}

async function follow({ queue, records }: Stores, message: WebhookMessage, notBefore: number): Promise<void> {
  const { attempt, sentAgainAt } = message;
  await queue.send([{ ...message, attempt: attempt + 1, notBefore }]);
  await records.noteFollowed(message, { attempted: attempt, sentAgainAt });
}

interface Attempted {
  /** When it began, epoch milliseconds. */
  readonly at: number;
  readonly outcome: DeliveryOutcome;
}

/** Records an attempt, and asks for the next. @returns whether it was; another may have been made at the same time */
async function settle(
  stores: Stores,
  message: WebhookMessage,
  { event, before }: Pick<DueAttempt, 'event' | 'before'>,
  { at, outcome }: Attempted,
): Promise<boolean> {
  const { records, environment } = stores;
  const { attempt, firstAt, sentAgainAt } = message;
  const now = environment.runtime.now();
  const random = () => (environment.runtime.randomBytes(1)[0] ?? 0) / 256;
  const nextAttemptAt = nextAttempt({ attempt, firstAt, now, outcome, random });
  const recorded: Delivery = {
    event,
    status: isDelivered(outcome) ? 'delivered' : nextAttemptAt === null ? 'failed' : 'pending',
    attempts: [...(before?.attempts ?? []), attemptOf(at, outcome)].slice(-LIMITS.deliveryAttempts),
    sentAgainAt,
    attempted: attempt,
    nextAttemptAt,
  };
  if (!(await records.record(message, recorded, before))) {
    const standing = await records.get(message);
    if (isOver(standing, message)) return false;
    return settle(stores, message, { event, before: standing }, { at, outcome });
  }
  if (nextAttemptAt !== null) await follow(stores, message, nextAttemptAt);
  return true;
}

async function noteOutcome(
  { webhooks, environment }: Opened<typeof DELIVERY_STORES>,
  webhook: Webhook,
  { at, outcome }: Attempted,
): Promise<void> {
  const { failingSince } = webhook;
  if (isDelivered(outcome)) await webhooks.noteSuccess(webhook, at);
  else if (isGone(outcome)) await webhooks.disable(webhook, 'gone');
  else if (failingSince === null) await webhooks.noteFailing(webhook);
  else if (environment.runtime.now() - failingSince >= FAILING_MS) await webhooks.disable(webhook, 'failing');
}
