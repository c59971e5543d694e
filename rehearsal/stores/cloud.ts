import type { ObjectCreatedEvent } from '../../local/s3/store/outbox.ts';
import { type Place, userPoolIdOf } from '../template/attributes.ts';
import type { Resource } from '../template/resolve.ts';
import type { Resources } from '../template/resources.ts';
import { TABLE_TYPES } from './create-stores.ts';
import { type RehearsalStores, startStores } from './start-stores.ts';
import { updateStores } from './update-stores.ts';
import { UserPool } from './user-pool.ts';

/** An item that a stream has announced and nobody has taken. */
interface AnnouncedItem {
  readonly table: string;
  readonly item: Readonly<Record<string, unknown>>;
}

/** What outlives a deployment: the stores with all that is in them, and the users. */
export interface Cloud {
  readonly place: Place;
  readonly stores: RehearsalStores;
  readonly users: UserPool;
  /** Takes the events of new objects; the deployment that runs sets it. */
  onObjectCreated: (event: ObjectCreatedEvent) => void;
  /** What the streams of the deployment before had not delivered when it ended. */
  undelivered: readonly AnnouncedItem[];
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
  const stores = await startStores(folder, place, async (event) => cloud.onObjectCreated(event));
  const cloud: Cloud = {
    place,
    stores,
    users: new UserPool(userPoolIdOf(place)),
    onObjectCreated: () => {},
    undelivered: [],
    async update(resources) {
      existing = await updateStores(existing, resources.of(...STORED), stores);
    },
    close: () => stores.close(),
  };
  return cloud;
}
