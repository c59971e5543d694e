import { uploadsGivenUp } from '../../shared/contract/messages.ts';
import { GIVING_UP_STORES, giveUpUploads } from '../../shared/service/ingest/give-up-uploads.ts';
import { worker } from '../../shared/worker/worker.ts';

export const STORES = GIVING_UP_STORES;

export const handler = worker(uploadsGivenUp, STORES, ({ keys }, stores) => giveUpUploads(stores, keys));
