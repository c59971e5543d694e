import { ingest } from '../../shared/contract/messages.ts';
import { INGEST_STORES, ingestUploads } from '../../shared/service/ingest/ingest-uploads.ts';
import { worker } from '../../shared/worker/worker.ts';

export const STORES = INGEST_STORES;

export const handler = worker(ingest, STORES, ({ keys }, stores) => ingestUploads(stores, keys));
