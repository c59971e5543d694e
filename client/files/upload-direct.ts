import { open } from 'node:fs/promises';
import path from 'node:path';
import type { UploadCompleted } from '../answers.ts';
import type { Client } from '../client.ts';
import { type PartsOptions, uploadInParts } from '../upload-in-parts.ts';
import type { RetryOptions } from '../with-retries.ts';
import { digestOf, filePart, putPart } from './upload-part.ts';

export interface DirectUploadOptions extends PartsOptions {
  client: Client;
  /** Path of the file. */
  file: string;
  /** Its length in bytes. */
  size: number;
  fetch?: typeof globalThis.fetch;
  wait?: RetryOptions['wait'];
}

/**
 * Uploads a file in parts, of which every one is compared with the file by its MD5, which is the ETag of a part.
 * @returns the video's id and status
 * @throws as `uploadInParts`; the operating system's error when the file cannot be read
 */
export async function uploadDirect(options: DirectUploadOptions): Promise<UploadCompleted> {
  const { client, file, size, fetch = globalThis.fetch } = options;
  await using handle = await open(file);
  return await uploadInParts(
    client,
    {
      name: path.basename(file),
      size,
      open: async (range, signal) => {
        const bytes = await filePart(handle, range);
        const digest = digestOf(bytes);
        return {
          put: (url, onSent) => putPart(fetch, url, bytes, digest, signal, onSent),
          isThis: (etag) => etag === digest,
        };
      },
    },
    options,
  );
}
