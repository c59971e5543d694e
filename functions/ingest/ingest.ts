import { ingest } from '../../shared/contract/messages.ts';
import { INGEST_STORES, ingestUploads } from '../../shared/service/ingest/ingest-uploads.ts';
import { openDeliveries } from '../../shared/stores/queues/deliveries.ts';
import { worker } from '../../shared/worker/worker.ts';

export const handler = worker(ingest, { ...INGEST_STORES, deliveries: openDeliveries }, ({ keys }, stores) =>
  ingestUploads(stores, keys),
);
