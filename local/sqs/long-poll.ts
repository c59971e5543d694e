import type { ReceivedMessage } from './message-store.ts';
import type { SqsService } from './service.ts';

interface Poll {
  readonly queueUrl: string;
  /** Maximum number of messages to receive. */
  readonly max: number;
  /** Seconds; absent: the queue's own. */
  readonly visibilitySeconds?: number | undefined;
  readonly waitSeconds?: number | undefined;
}

/**
 * Answers at once if there are messages, otherwise as soon as one becomes visible, or when the wait is over. An
 * aborted poll takes nothing, since its messages would stay hidden for their whole timeout. The queue is looked up
 * on every turn: it may be deleted, or get other attributes, meanwhile.
 * @throws {SqsError} QueueDoesNotExist
 */
export async function longPoll(
  { messages, arrivals, now, queueAt }: SqsService,
  { queueUrl, max, visibilitySeconds, waitSeconds }: Poll,
  signal: AbortSignal,
): Promise<ReceivedMessage[]> {
  const wait = waitSeconds ?? queueAt(queueUrl).attributes.ReceiveMessageWaitTimeSeconds;
  const deadline = now() + wait * 1000;
  while (!signal.aborted) {
    const queue = queueAt(queueUrl);
    const received = messages.receive(queue, max, visibilitySeconds ?? queue.attributes.VisibilityTimeout);
    if (received.length > 0 || now() >= deadline) return received;
    await arrivals.wait(queue.name, Math.min(deadline, messages.nextVisibleAt(queue)) - now(), signal);
  }
  return [];
}
