import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { startDynamoDb } from '../../local/dynamodb/server.ts';
import { startS3 } from '../../local/s3/server.ts';
import type { ObjectCreatedEvent } from '../../local/s3/store/outbox.ts';
import { startSqs } from '../../local/sqs/server.ts';
import type { Place } from '../template/attributes.ts';
import type { StoreAccess } from './create-stores.ts';

export interface RehearsalStores extends StoreAccess {
  close(): Promise<void>;
}

/** Starts the embedded stores, empty, with credentials that only the rehearsal itself has. */
export async function startStores(
  folder: string,
  { region, accountId }: Pick<Place, 'region' | 'accountId'>,
  onObjectCreated: (event: ObjectCreatedEvent) => Promise<void>,
): Promise<RehearsalStores> {
  const credentials = {
    accessKeyId: 'AKIAREHEARSAL',
    secretAccessKey: randomBytes(30).toString('base64url'),
  };
  const at = (name: string) => ({ dataDir: path.join(folder, name), credentials, region });
  const [dynamodb, s3, sqs] = await Promise.all([
    startDynamoDb(at('dynamodb')),
    startS3({ ...at('s3'), onObjectCreated }),
    startSqs({ ...at('sqs'), accountId }),
  ]);
  return {
    endpoints: { dynamodb: dynamodb.url, s3: s3.url, sqs: sqs.url },
    credentials,
    region,
    async close() {
      await Promise.all([dynamodb.close(), s3.close(), sqs.close()]);
    },
  };
}
