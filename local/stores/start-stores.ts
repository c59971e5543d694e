import path from 'node:path';
import { GetQueueUrlCommand } from '@aws-sdk/client-sqs';
import { MEDIA_BUCKET, QUEUES, TABLES, type TableName } from '../../shared/contract/resources.ts';
import {
  provideConnections,
  type StoreConnections,
  type StoreName,
} from '../../shared/stores/connections.ts';
import { createSqs } from '../../shared/stores/queues/sqs.ts';
import { installationCredentials } from '../data-folder/installation-credentials.ts';
import { onKeptPort } from '../data-folder/kept-port.ts';
import { socketFolder } from '../data-folder/socket-folder.ts';
import { startDynamoDb } from '../dynamodb/server.ts';
import { announceUpload, requestNotifications } from '../events/upload-notifications.ts';
import { type UploadWatch, watchUploads } from '../events/upload-watch.ts';
import { SOCKET_ORIGIN } from '../protocol/listen.ts';
import type { RequestHandler } from '../protocol/request-handler.ts';
import type { Credentials } from '../protocol/sigv4.ts';
import { startS3 } from '../s3/server.ts';
import { startSqs } from '../sqs/server.ts';
import { inProcess, SOCKET_VARIABLES } from './connections.ts';
import { queueName, tableName } from './create-resources.ts';
import type { ExternalStores } from './external-stores.ts';

const DEFAULT_REGION = 'us-east-1';
const WATCH_INTERVAL_MS = 500;
const TABLE_NAMES = Object.keys(TABLES) as TableName[];

interface StoresOptions {
  dataDir: string;
  /** First part of the resources' names. */
  prefix: string;
  external: ExternalStores;
  onError: (error: unknown) => void;
  /** Called when a table with a stream has changed. Not called by an external DynamoDB. */
  onChange?: (table: TableName) => void;
}

interface Stores {
  /** Environment variables by which SDK clients of other processes find the stores. */
  variables: Record<string, string>;
  credentials: Credentials;
  /** Those that threads of this process can call through ports. */
  portStores: Readonly<Record<string, RequestHandler>>;
  /**
   * Makes the stores announce uploads to the ingest queue; call it once the resources exist, with the variables
   * that name them.
   * @param watched whether an external S3 is watched even where it could announce uploads by itself, some time after them
   * @returns the watch over an S3 that does not announce them by itself, else null
   */
  connectUploads(variables: Record<string, string>, watched?: boolean): Promise<UploadWatch | null>;
  /** How often streams have to be looked into, in milliseconds; absent where `onChange` reports what is new. */
  streamIntervalMs: number | undefined;
  /** Makes messages of a dead worker visible again at once. Those of external queues wait for their timeout. */
  releaseMessages(): void;
  close(): Promise<void>;
}

/**
 * Starts those of S3, SQS and DynamoDB that are not external, on a data folder, and connects the SDK clients of this process to
 * them.
 */
export async function startStores({
  dataDir,
  prefix,
  external,
  onError,
  onChange = () => {},
}: StoresOptions): Promise<Stores> {
  const { endpoints } = external;
  const credentials = external.credentials ?? (await installationCredentials(dataDir));
  const region = external.region ?? DEFAULT_REGION;
  const sockets = await socketFolder(dataDir);
  const socketOf = (name: StoreName) => path.join(sockets.path, `${name}.sock`);
  const place = (name: StoreName) => ({
    dataDir: path.join(dataDir, name),
    socket: socketOf(name),
    credentials,
    region,
  });
  const tables = new Map(TABLE_NAMES.map((table) => [tableName(prefix, table), table]));
  const [sqs, dynamodb] = await Promise.all([
    endpoints.sqs ? null : startSqs({ ...place('sqs'), releaseInFlight: true, onError }),
    endpoints.dynamodb
      ? null
      : startDynamoDb({
          ...place('dynamodb'),
          // The request counters: if they were on disk, a full disk would prevent even reads.
          inMemory: [tableName(prefix, 'limits')],
          onChange(name) {
            const table = tables.get(name);
            if (table !== undefined) onChange(table);
          },
          onError,
        }),
  ]);
  const connections: StoreConnections = {
    ...(sqs && { sqs: inProcess(sqs.requestHandler) }),
    ...(dynamodb && { dynamodb: inProcess(dynamodb.requestHandler) }),
  };
  provideConnections(connections);
  const queues = createSqs({ ...(endpoints.sqs && { endpoint: endpoints.sqs }), region, credentials });
  let ingestQueue: string | undefined;
  const s3 = endpoints.s3
    ? null
    : await onKeptPort(path.join(dataDir, 's3-port'), (port) =>
        startS3({
          ...place('s3'),
          port,
          onError,
          async onObjectCreated(event) {
            ingestQueue ??= (
              await queues.send(new GetQueueUrlCommand({ QueueName: queueName(prefix, 'ingest') }))
            ).QueueUrl;
            await announceUpload(queues, ingestQueue ?? '', event.key);
          },
        }),
      );
  if (s3 !== null) provideConnections({ ...connections, s3: inProcess(s3.requestHandler) });
  const socketVariables = Object.entries({ s3, sqs, dynamodb }).map(([name, store]) => [
    SOCKET_VARIABLES[name as StoreName],
    store === null ? '' : socketOf(name as StoreName),
  ]);
  let watch: UploadWatch | null = null;

  return {
    variables: {
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_ENDPOINT_URL_S3: endpoints.s3 ?? s3?.url ?? '',
      AWS_ENDPOINT_URL_SQS: endpoints.sqs ?? SOCKET_ORIGIN,
      AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb ?? SOCKET_ORIGIN,
      ...Object.fromEntries(socketVariables),
    },
    credentials,
    portStores: {
      ...(sqs && { sqs: sqs.requestHandler }),
      ...(dynamodb && { dynamodb: dynamodb.requestHandler }),
    },

    async connectUploads(variables, watched = false) {
      if (s3 !== null) return null;
      const Bucket = variables[MEDIA_BUCKET.env] ?? '';
      const QueueUrl = variables[QUEUES.ingest.env] ?? '';
      const announces =
        !watched && sqs === null && (await requestNotifications(queues, { QueueUrl, Bucket }));
      if (announces) return null;
      watch = watchUploads(Bucket, {
        announce: (key) => announceUpload(queues, QueueUrl, key),
        onError,
        intervalMs: WATCH_INTERVAL_MS,
      });
      return watch;
    },

    streamIntervalMs: dynamodb === null ? WATCH_INTERVAL_MS : undefined,

    releaseMessages() {
      try {
        sqs?.releaseInFlight();
      } catch (error) {
        // If this fails, as on a full disk, they wait for their timeout.
        onError(error);
      }
    },

    async close() {
      await watch?.close();
      await s3?.close();
      queues.destroy();
      await Promise.all([sqs?.close(), dynamodb?.close()]);
      await sockets.remove();
    },
  };
}
