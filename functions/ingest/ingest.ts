import type { S3Event, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { logger } from '../../shared/http/logger.ts';
import { processEnvironment } from '../../shared/stores/environment.ts';
import { openJobQuota } from '../../shared/stores/job-quota.ts';
import { parseUploadKey } from '../../shared/stores/media-keys.ts';
import { openWorkerStores } from '../processing/worker-stores.ts';
import { ingestUpload } from './ingest-upload.ts';

const openStores = () => {
  const environment = processEnvironment();
  return { ...openWorkerStores(environment), quota: openJobQuota(environment) };
};

export type IngestStores = ReturnType<typeof openStores>;

let stores: IngestStores | undefined;

/** Looks at every uploaded object that S3 announces. Messages may come twice; the video's state decides. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  stores ??= openStores();
  const batchItemFailures = [];
  for (const { messageId, body } of event.Records) {
    try {
      // S3 sends a test event without records when the notification is set up.
      for (const { s3 } of (JSON.parse(body) as Partial<S3Event>).Records ?? []) {
        const key = decodeURIComponent(s3.object.key.replaceAll('+', ' '));
        const owner = parseUploadKey(key);
        if (owner === null) await stores.files.delete(key);
        else await ingestUpload(stores, key, owner);
      }
    } catch (error) {
      logger.error('ingest failed', { error: error as Error, messageId });
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
}
