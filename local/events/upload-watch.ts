import { paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { MEDIA_BUCKET } from '../../shared/contract/resources.ts';
import { createS3 } from '../../shared/stores/files/s3.ts';

/** Watches for uploads in an S3 that does not announce them. */
export interface UploadWatch {
  /** Resolves when everything uploaded before the call has been announced. */
  look(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Announces every existing upload, and again after a restart: a notification that comes twice changes nothing.
 * @param Bucket is listed every `intervalMs`
 */
export function watchUploads(
  Bucket: string,
  {
    announce,
    onError,
    intervalMs,
  }: { announce: (key: string) => Promise<void>; onError: (error: unknown) => void; intervalMs: number },
): UploadWatch {
  // Its own client: that of the process belongs to the functions.
  const client = createS3();
  let announced = new Set<string>();
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();

  const pass = async (): Promise<void> => {
    const present = new Set<string>();
    const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: MEDIA_BUCKET.prefixes.uploads });
    for await (const { Contents = [] } of pages) {
      for (const { Key = '' } of Contents) {
        if (closed) return;
        if (!announced.has(Key)) await announce(Key);
        announced.add(Key);
        present.add(Key);
      }
    }
    announced = present;
  };
  const look = (): Promise<void> => {
    looking = looking.then(pass).catch(onError);
    return looking;
  };
  const lookAgain = async (): Promise<void> => {
    await look();
    if (!closed) timer = setTimeout(lookAgain, intervalMs);
  };
  void lookAgain();

  return {
    look,
    async close() {
      closed = true;
      clearTimeout(timer);
      await looking;
      client.destroy();
    },
  };
}
