import { MEDIA_BUCKET } from '../shared/contract/resources.ts';
import type { MediaFiles } from '../shared/stores/media-files.ts';

/** Looks for uploads in an S3 that does not announce them. */
export interface UploadWatch {
  /** Resolves when everything uploaded before the call has been announced. */
  look(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Announces every upload that is there, and again after a restart: a notification that comes twice changes nothing.
 * @param files the bucket that is listed, every `intervalMs`
 */
export function watchUploads(
  files: MediaFiles,
  {
    announce,
    onError,
    intervalMs,
  }: { announce: (key: string) => Promise<void>; onError: (error: unknown) => void; intervalMs: number },
): UploadWatch {
  let announced = new Set<string>();
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();

  const pass = async (): Promise<void> => {
    const present = new Set<string>();
    for await (const { key } of files.list(MEDIA_BUCKET.prefixes.uploads)) {
      if (closed) return;
      if (!announced.has(key)) await announce(key);
      announced.add(key);
      present.add(key);
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
    },
  };
}
