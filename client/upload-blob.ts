import { LIMITS } from '../shared/contract/limits.ts';
import { uploadVideo } from '../shared/contract/routes/videos.ts';
import { crc64nvme } from '../shared/kernel/checksums/crc.ts';
import type { UploadCompleted } from './answers.ts';
import type { Client } from './client.ts';
import { partsOf } from './put-blob.ts';
import { UploadFailure } from './upload-failure.ts';
import { type PartsOptions, type UploadOptions, uploadInParts } from './upload-in-parts.ts';

const CHUNK_BYTES = 4 * 1024 * 1024;

/** What a file is called that has no name of its own. */
const NAMELESS = 'video';

/** Whether a file goes into a form: as large ones as a deployed service takes in one request. */
export const fitsForm = (size: number, { resume }: Pick<PartsOptions, 'resume'>): boolean =>
  resume === undefined && size <= LIMITS.inlineUploadBytes;

/**
 * Uploads a file, or what is held in memory, of any size: a small one as a form, others in parts that go straight to the store.
 * @returns the video's id and status
 * @throws UploadFailure; like `Client.call`; the reason of `signal`
 */
export async function uploadBlob(
  client: Client,
  file: Blob & { readonly name?: string },
  options: PartsOptions = {},
): Promise<UploadCompleted> {
  const { name = NAMELESS, size } = file;
  if (fitsForm(size, options)) return uploadForm(client, file, name, options);
  return uploadInParts(
    client,
    {
      name,
      size,
      open: partsOf(file),
      checksum: (signal) => checksumOf(file, signal),
    },
    options,
  );
}

async function uploadForm(
  client: Client,
  file: Blob,
  fileName: string,
  { name, autoProcess = false, onProgress, signal }: UploadOptions,
): Promise<UploadCompleted> {
  const form = new FormData();
  if (name !== undefined) form.set('name', name);
  form.set('autoProcess', String(autoProcess));
  form.set(uploadVideo.body.file, file, fileName);
  const { id, status } = await client.send(uploadVideo, { body: () => form, signal: signal ?? null });
  onProgress?.(file.size, file.size);
  return { id, status };
}

/** @throws UploadFailure when the file cannot be read; the reason of `signal` */
async function checksumOf(file: Blob, signal: AbortSignal): Promise<string> {
  const crc = crc64nvme();
  for (let start = 0; start < file.size; start += CHUNK_BYTES) {
    signal.throwIfAborted();
    const bytes = await file
      .slice(start, start + CHUNK_BYTES)
      .arrayBuffer()
      .catch((cause: Error) => {
        throw new UploadFailure(`The file cannot be read: ${cause.message}`);
      });
    crc.update(new Uint8Array(bytes));
  }
  return btoa(String.fromCharCode(...crc.digest()));
}
