import { recordChanges } from '../../shared/contract/events.ts';
import { tableOfKey } from '../../shared/domain/events/events-of-change.ts';
import { RECORD_STORES, recordChange } from '../../shared/service/events/record-change.ts';
import { changeWorker } from '../../shared/worker/change-worker.ts';

export const handler = changeWorker(
  recordChanges,
  RECORD_STORES,
  async ({ key, after, ...change }, stores) => {
    const table = tableOfKey(key);
    if (table !== undefined && after !== null) await recordChange(stores, { ...change, table, after });
  },
);
