import path from 'node:path';
import { MEDIA_BUCKET } from '../shared/contract/resources.ts';
import { queueName } from './create-resources.ts';
import { startDynamoDb } from './dynamodb/server.ts';
import { startS3 } from './s3/server.ts';
import type { Credentials } from './sigv4.ts';
import { startSqs } from './sqs/server.ts';

const REGION = 'us-east-1';

export interface EmbeddedStores {
  /** Environment variables through which SDK clients find them. */
  variables: Record<string, string>;
  /** Hands out again at once what the worker had received: it has died. */
  releaseMessages(): void;
  close(): Promise<void>;
}

/** The notification that S3 sends for a new object, as far as functions read it. */
const notification = ({ bucket, key, size, etag, eventName }: Record<string, unknown> & { key: string }) => ({
  Records: [
    {
      eventSource: 'aws:s3',
      eventName,
      s3: { bucket: { name: bucket }, object: { key: encodeURIComponent(key), size, eTag: etag } },
    },
  ],
});

/** Starts S3, SQS and DynamoDB on a data folder, uploads wired to the ingest queue. */
export async function startStores(
  dataDir: string,
  credentials: Credentials,
  onError: (error: unknown) => void,
): Promise<EmbeddedStores> {
  const folder = (name: string) => ({ dataDir: path.join(dataDir, name), credentials, region: REGION });
  const [sqs, dynamodb] = await Promise.all([
    startSqs({ ...folder('sqs'), releaseInFlight: true }),
    startDynamoDb(folder('dynamodb')),
  ]);
  const s3 = await startS3({
    ...folder('s3'),
    onError,
    onObjectCreated: async (event) => {
      if (!event.key.startsWith(MEDIA_BUCKET.prefixes.uploads)) return;
      await sqs.send(queueName('ingest'), JSON.stringify(notification({ ...event })));
    },
  });
  return {
    variables: {
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_ENDPOINT_URL_S3: s3.url,
      AWS_ENDPOINT_URL_SQS: sqs.url,
      AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url,
    },
    releaseMessages: () => sqs.releaseInFlight(),
    async close() {
      await s3.close();
      await Promise.all([sqs.close(), dynamodb.close()]);
    },
  };
}
