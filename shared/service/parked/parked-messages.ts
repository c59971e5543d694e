import { QUEUES, type QueueName } from '../../contract/resources.ts';
import type { ParkedMessage } from '../../stores/parked-messages.ts';
import type { OperatorStores } from '../operator-stores.ts';

interface ListedMessage extends ParkedMessage {
  queue: QueueName;
}

const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

/** Messages that nothing could take, oldest first, and whether there are more; they stay where they are. */
export async function listParked({
  parked,
}: Pick<OperatorStores, 'parked'>): Promise<{ messages: ListedMessage[]; more: boolean }> {
  const listed: ListedMessage[] = [];
  let isCut = false;
  for (const queue of QUEUE_NAMES) {
    const { messages, more } = await parked.list(queue);
    for (const message of messages) listed.push({ queue, ...message });
    isCut ||= more;
  }
  return { messages: listed.sort((a, b) => a.sentAt - b.sentAt), more: isCut };
}

/** Sends them to the queues that they came from. @returns how many there were in each */
export async function redriveParked({
  parked,
}: Pick<OperatorStores, 'parked'>): Promise<Record<QueueName, number>> {
  const counts: [QueueName, number][] = [];
  for (const queue of QUEUE_NAMES) counts.push([queue, await parked.redrive(queue)]);
  return Object.fromEntries(counts) as Record<QueueName, number>;
}
