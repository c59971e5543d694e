import type { ServiceEvent } from '../../contract/schemas/event.ts';
import { isWanted } from '../../domain/webhooks/webhook.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import type { openWebhookQueue } from '../../stores/queues/webhook-queue.ts';
import type { openWebhookLists } from '../../stores/webhooks/webhooks.ts';

type Stores = Opened<{ webhooks: typeof openWebhookLists; webhookQueue: typeof openWebhookQueue }>;

/** Asks for events of an account to be sent to those of its webhooks that want them. Asked again, nothing is sent twice that was sent. */
export async function announceEvents(
  { webhooks, webhookQueue, environment }: Stores,
  accountId: string,
  events: readonly ServiceEvent[],
): Promise<void> {
  const now = environment.runtime.now();
  const active = (await webhooks.list(accountId)).filter(({ status }) => status === 'active');
  await webhookQueue.send(
    events.flatMap((event) =>
      active
        .filter((webhook) => isWanted(webhook, event))
        .map(({ webhookId }) => ({
          accountId,
          webhookId,
          sequence: event.sequence,
          attempt: 1,
          firstAt: now,
          notBefore: now,
          sentAgainAt: 0,
        })),
    ),
  );
}
