import { randomUUID } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { uploadVideo } from '../../shared/contract/routes/videos.ts';
import type { CallOutput, Client } from '../client.ts';
import { UnreadableFile } from '../failure.ts';
import type { UploadOptions } from '../upload-in-parts.ts';

const CHUNK_BYTES = 256 * 1024;

/**
 * Uploads a file as a multipart form (RFC 7578), read from disk as fast as the network takes it. Its length is
 * announced, so that the service can refuse it before it is sent.
 * @throws like `Client.call`; UnreadableFile; the operating system's error when the file cannot be opened
 */
export async function uploadFile(
  client: Client,
  file: string,
  options: UploadOptions = {},
): Promise<CallOutput<typeof uploadVideo>> {
  const { name, autoProcess = false, onProgress, signal } = options;
  await using handle = await open(file);
  const stats = await handle.stat();
  if (!stats.isFile()) throw new UnreadableFile(file, 'it is not a file');
  const { size } = stats;
  const boundary = `vms-${randomUUID()}`;
  const fields = { ...(name === undefined ? {} : { name }), autoProcess: String(autoProcess) };
  const head = Buffer.from(formHead(boundary, fields, path.basename(file)));
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);

  async function* form(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* fileChunks(handle, { file, size }, onProgress);
    yield tail;
  }
  return await client.send(uploadVideo, {
    headers: {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': String(head.length + size + tail.length),
    },
    body: () => ReadableStream.from(form()),
    signal: signal ?? null,
  });
}

/** Everything before the file's own bytes. */
function formHead(boundary: string, fields: Record<string, string>, fileName: string): string {
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const disposition = `form-data; name="${uploadVideo.body.file}"; filename="${quoted(fileName)}"`;
  return `${texts.join('')}--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`;
}

/** Escapes what would end the file name, as browsers do (HTML standard, "multipart/form-data"). */
const quoted = (name: string): string =>
  name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');

/** @throws UnreadableFile */
async function* fileChunks(
  handle: FileHandle,
  { file, size }: { file: string; size: number },
  onProgress: UploadOptions['onProgress'],
): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < size; ) {
    const length = Math.min(CHUNK_BYTES, size - sent);
    const { bytesRead, buffer } = await handle
      .read(Buffer.allocUnsafe(length), 0, length, sent)
      .catch((cause: Error) => {
        throw new UnreadableFile(file, cause.message, { cause });
      });
    if (bytesRead === 0) throw new UnreadableFile(file, 'it became shorter meanwhile');
    yield buffer.subarray(0, bytesRead);
    // The network has taken the chunk when it asks for the next one.
    sent += bytesRead;
    onProgress?.(sent, size);
  }
}
