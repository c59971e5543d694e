import type { S3Event, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { logger } from '../../shared/kernel/logging/logging.ts';
import { processEnvironment } from '../../shared/kernel/runtime/environment.ts';
import { type IngestStores, openIngestStores } from '../../shared/service/ingest/ingest-stores.ts';
import { ingestUpload } from '../../shared/service/ingest/ingest-upload.ts';
import { parseUploadKey } from '../../shared/stores/files/media-keys.ts';

let stores: IngestStores | undefined;

/** Looks at every uploaded object that S3 announces. Messages may come twice; the video's state decides. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  stores ??= openIngestStores(processEnvironment());
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
