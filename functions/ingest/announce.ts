import { announce } from '../../shared/contract/messages.ts';
import { openOnce } from '../../shared/kernel/runtime/store-factories.ts';
import { openIngestQueue } from '../../shared/stores/queues/ingest-queue.ts';
import { storeFactoriesOf } from '../../shared/stores/store-factory.ts';

const open = openOnce(storeFactoriesOf(announce, { ingest: openIngestQueue }));

/** Puts an upload into the queue, in the turn of its account. Lambda repeats what throws, then puts the event there. */
export const handler = async (event: unknown): Promise<void> => {
  for (const key of announce.message.parse(event).keys) await open().ingest.send(key);
};
