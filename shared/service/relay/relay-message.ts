import type { OutboxMessage } from '../../contract/outbox.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openDetectionQueue } from '../../stores/queues/detection-queue.ts';
import { openRelayedItems } from '../../stores/queues/outbox.ts';
import { openMessageVisibility } from '../../stores/queues/visibility.ts';

export const RELAY_STORES = {
  outbox: openRelayedItems,
  detection: openDetectionQueue,
  visibility: openMessageVisibility,
};

type RelayStores = Opened<typeof RELAY_STORES>;

/**
 * Does what an item of the outbox asks, then deletes it. Where that breaks off the item comes again, from its announcement
 * or the sweeper, and is done once more.
 */
export async function relayMessage(stores: RelayStores, id: string, message: OutboxMessage): Promise<void> {
  if (message.kind === 'steps') await stores.detection.send(message.messages);
  else await stores.visibility.change(message);
  await stores.outbox.delete(id);
}
