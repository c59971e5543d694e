import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { PositionStore, StreamPosition } from '../../local/events/stream-position.ts';
import { StreamReader } from '../../local/events/stream-reader.ts';
import type { ObjectCreatedEvent } from '../../local/s3/store/outbox.ts';
import type { RecordSource, UndeliveredRecords } from '../deployment/table-streams.ts';
import { type Place, userPoolIdOf } from '../template/attributes.ts';
import type { Resource } from '../template/resolve.ts';
import type { Resources } from '../template/resources.ts';
import { TABLE_TYPES } from './create-stores.ts';
import { type RehearsalStores, startStores } from './start-stores.ts';
import { updateStores } from './update-stores.ts';
import { UserPool } from './user-pool.ts';

/** What outlives a deployment: the stores with all that is in them, and the users. */
export interface Cloud {
  readonly place: Place;
  readonly stores: RehearsalStores;
  readonly users: UserPool;
  /** Takes the events of new objects; the deployment that runs sets it. */
  onObjectCreated: (event: ObjectCreatedEvent) => void;
  /** What the streams of the deployment before had not delivered when it ended. */
  undelivered: readonly UndeliveredRecords[];
  /** Told of the tables that change; the deployment that runs sets it. */
  onTableChanged: (table: string) => void;
  /** Reads the stream of a table on from where earlier deployments have stopped. */
  openStream(table: string): RecordSource;
  /** Makes of the stores what the templates say. */
  update(resources: Resources): Promise<void>;
  close(): Promise<void>;
}

const PLACE = { region: 'us-east-1', accountId: '111122223333' };
const STORED = [...TABLE_TYPES, 'AWS::S3::Bucket', 'AWS::SQS::Queue'];

/** @param options.folder for the stores */
export async function startCloud({ folder, issuer }: { folder: string; issuer: string }): Promise<Cloud> {
  const place = { ...PLACE, issuer, queueOrigin: `https://sqs.${PLACE.region}.amazonaws.com` };
  let existing: readonly Resource[] = [];
  const positions = new Map<string, StreamPosition>();
  let streams: DynamoDBStreamsClient | null = null;
  const stores = await startStores(folder, place, {
    onObjectCreated: async (event) => cloud.onObjectCreated(event),
    onTableChanged: (table) => cloud.onTableChanged(table),
  });
  const cloud: Cloud = {
    place,
    stores,
    users: new UserPool(userPoolIdOf(place)),
    onObjectCreated: () => {},
    undelivered: [],
    onTableChanged: () => {},
    openStream(table) {
      const { credentials, endpoints, region } = stores;
      streams ??= new DynamoDBStreamsClient({ endpoint: endpoints.dynamodb, credentials, region });
      const position: PositionStore = {
        read: async () => positions.get(table) ?? null,
        write: async (next) => void positions.set(table, next),
      };
      return new StreamReader({ client: streams, table, position });
    },
    async update(resources) {
      // The tables may move.
      streams?.destroy();
      streams = null;
      existing = await updateStores(existing, resources.of(...STORED), stores);
    },
    async close() {
      streams?.destroy();
      await stores.close();
    },
  };
  return cloud;
}
