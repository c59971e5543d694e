import { uploadVideo } from '../shared/contract/routes/videos.ts';
import type { Client } from './client.ts';
import { UploadFailure } from './upload-failure.ts';
import type { UploadState } from './upload-ledger.ts';

interface Announcement {
  fileName: string;
  /** Bytes. */
  fileSize: number;
  name?: string | undefined;
  autoProcess?: boolean | undefined;
}

/**
 * Tells the service of a file that will be sent in parts.
 * @throws UploadFailure; like `Client.call`
 */
export async function announceUpload(
  client: Client,
  announcement: Announcement,
  signal?: AbortSignal,
): Promise<Omit<UploadState, 'expiresAt'> & { id: string }> {
  const { id, status, upload } = await client.send(uploadVideo, {
    headers: { 'Content-Type': 'application/json' },
    body: () => JSON.stringify(announcement),
    signal: signal ?? null,
  });
  if (upload === undefined) throw new UploadFailure('The service takes no direct uploads');
  return { id, status, partSize: upload.partSize, parts: [], remaining: upload.parts };
}
