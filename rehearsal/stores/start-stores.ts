import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { startDynamoDb } from '../../local/dynamodb/server.ts';
import { startS3 } from '../../local/s3/server.ts';
import type { ObjectCreatedEvent } from '../../local/s3/store/outbox.ts';
import { startSqs } from '../../local/sqs/server.ts';
import { queueClock } from '../../test/support/faults/queue-clock.ts';
import type { Place } from '../template/attributes.ts';
import type { StoreAccess } from './create-stores.ts';

export interface RehearsalStores extends StoreAccess {
  /**
   * Starts the tables' store anew, empty.
   * @returns a function that ends the one before, at the address that was there
   */
  renewTables(): Promise<() => Promise<void>>;
  /** Lets time pass for queues alone, in milliseconds: messages that are hidden show up again. */
  advanceQueues(milliseconds: number): void;
  close(): Promise<void>;
}

interface StoreEvents {
  readonly onObjectCreated: (event: ObjectCreatedEvent) => Promise<void>;
  /** Called when a table with a stream has changed. */
  readonly onTableChanged?: (table: string) => void;
}

/** Starts the embedded stores, empty, with credentials that only the rehearsal itself has. */
export async function startStores(
  folder: string,
  { region, accountId }: Pick<Place, 'region' | 'accountId'>,
  { onObjectCreated, onTableChanged = () => {} }: StoreEvents,
): Promise<RehearsalStores> {
  const credentials = {
    accessKeyId: 'AKIAREHEARSAL',
    secretAccessKey: randomBytes(30).toString('base64url'),
  };
  const clock = queueClock();
  const at = (name: string) => ({ dataDir: path.join(folder, name), credentials, region });
  const [first, s3, sqs] = await Promise.all([
    startDynamoDb({ ...at('dynamodb'), onChange: onTableChanged }),
    startS3({ ...at('s3'), onObjectCreated }),
    startSqs({ ...at('sqs'), accountId, now: clock.now, timer: clock.timer, signatureNow: Date.now }),
  ]);
  let dynamodb = first;
  let renewals = 0;
  const endpoints = { dynamodb: dynamodb.url, s3: s3.url, sqs: sqs.url };
  return {
    endpoints,
    credentials,
    region,
    async renewTables() {
      const before = dynamodb;
      renewals += 1;
      dynamodb = await startDynamoDb({ ...at(`dynamodb-${renewals}`), onChange: onTableChanged });
      endpoints.dynamodb = dynamodb.url;
      return () => before.close();
    },
    advanceQueues: clock.advance,
    async close() {
      await Promise.all([dynamodb.close(), s3.close(), sqs.close()]);
    },
  };
}
