import { type MEDIA_BUCKET, TABLES, type TableName } from '../../../shared/contract/resources.ts';
import type { StoreCall } from '../store-calls.ts';
import { StoreFault } from './store-faults.ts';

/** Whether a call to a store is the one that is waited for. */
export type Moment = (call: StoreCall) => boolean;

/** A call of a command on a table, or on the objects below a prefix of the bucket. */
export const on =
  (command: string, where: TableName | keyof typeof MEDIA_BUCKET.prefixes): Moment =>
  ({ command: called, input }) =>
    called === `${command}Command` &&
    ('TableName' in input
      ? input.TableName === process.env[TABLES[where as TableName].env]
      : 'Key' in input && String(input.Key).startsWith(`${where}/`));

/** In place of a call: it fails. */
export const fail = (): Promise<never> => Promise.reject(new StoreFault('a call fails'));
