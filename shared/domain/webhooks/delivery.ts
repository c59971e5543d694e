import type { ServiceEvent } from '../../contract/schemas/event.ts';
import type { ShownDelivery, WebhookAttempt } from '../../contract/schemas/webhook.ts';

/** What is recorded of the attempts to deliver an event to a webhook. */
export interface Delivery {
  readonly event: ServiceEvent;
  readonly status: ShownDelivery['status'];
  /** The newest, oldest first. */
  readonly attempts: readonly WebhookAttempt[];
  /** When somebody last asked for the event to be sent again, epoch milliseconds; 0: nobody has. Attempts are counted from then on. */
  readonly sentAgainAt: number;
  readonly attempted: number;
  /** Epoch milliseconds. */
  readonly nextAttemptAt: number | null;
  /** Number of the last attempt after which the next was asked for; absent: none. */
  readonly followed?: number;
}

/** What a message asks for. */
interface AskedAttempt {
  readonly attempt: number;
  readonly sentAgainAt: number;
}

/** Whether an attempt was made already, or was to be made before somebody asked for the event to be sent again. */
export const isOver = (delivery: Delivery | null, { attempt, sentAgainAt }: AskedAttempt): boolean =>
  delivery !== null &&
  (delivery.sentAgainAt > sentAgainAt ||
    (delivery.sentAgainAt === sentAgainAt && delivery.attempted >= attempt));

/** Whether an attempt is the last one that was made, and the next is still to be asked for. */
export const isToFollow = (
  delivery: Delivery | null,
  { attempt, sentAgainAt }: AskedAttempt,
): delivery is Delivery & { nextAttemptAt: number } =>
  delivery !== null &&
  delivery.sentAgainAt === sentAgainAt &&
  delivery.attempted === attempt &&
  delivery.followed !== attempt &&
  delivery.nextAttemptAt !== null;

export const shownDelivery = ({ event, status, attempts, nextAttemptAt }: Delivery): ShownDelivery => ({
  event,
  status,
  attempts: [...attempts],
  nextAttemptAt: nextAttemptAt === null ? null : new Date(nextAttemptAt).toISOString(),
});
