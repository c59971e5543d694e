import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { ConnectionFailure, connectionFailure } from '../failure.ts';
import { storedPart } from '../part-answer.ts';
import type { PartRange } from '../send-parts.ts';
import { UploadFailure } from '../upload-failure.ts';

const CHUNK_BYTES = 256 * 1024;

/** @throws UploadFailure when the file has become shorter */
export async function filePart(
  handle: FileHandle,
  { start, end }: PartRange,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(end - start);
  for (let filled = 0; filled < bytes.length; ) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
    if (bytesRead === 0) throw new UploadFailure('The file became shorter while it was uploaded');
    filled += bytesRead;
  }
  return bytes;
}

/** MD5, as S3 gives it in the ETag of a part. */
export const digestOf = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

/**
 * Sends a part.
 * @param onSent called with the number of bytes handed to the network
 * @returns its ETag, without quotes: the digest
 * @throws ConnectionFailure when a retry may help; PartRefused when another URL may help; UploadFailure
 */
export async function putPart(
  fetch: typeof globalThis.fetch,
  url: string,
  bytes: Uint8Array<ArrayBuffer>,
  digest: string,
  signal: AbortSignal,
  onSent: (count: number) => void,
): Promise<string> {
  function* chunks() {
    for (let sent = 0; sent < bytes.length; sent += CHUNK_BYTES) {
      // The network asks for the next chunk when it has taken the one before.
      onSent(sent);
      yield bytes.subarray(sent, sent + CHUNK_BYTES);
    }
  }
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'Content-Length': String(bytes.length) },
    body: ReadableStream.from(chunks()),
    duplex: 'half',
    signal,
  }).catch((error: unknown) => {
    throw connectionFailure(url, error);
  });
  const said = await response.text().catch(() => '');
  const etag = storedPart(response.status, response.headers.get('etag'), said);
  if (etag !== digest) throw new ConnectionFailure('A part arrived damaged');
  return etag;
}
