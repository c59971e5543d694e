import { uploadsGivenUp } from '../../shared/contract/messages.ts';
import { GIVING_UP_STORES, giveUpUploads } from '../../shared/service/ingest/give-up-uploads.ts';
import { worker } from '../../shared/worker/worker.ts';

export const handler = worker(uploadsGivenUp, GIVING_UP_STORES, ({ keys }, stores) =>
  giveUpUploads(stores, keys),
);
