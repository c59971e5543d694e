import { randomUUID } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { uploadVideo } from '../shared/contract/routes/videos.ts';
import type { CallOutput, Client } from './client.ts';
import { UnreadableFile } from './failure.ts';

export interface UploadOptions {
  /** Display name of the video; default: the file's name. */
  name?: string;
  /** Starts a detection job as soon as the video is processed. */
  autoProcess?: boolean;
  /** Told how many bytes of the file have been handed to the network. */
  onProgress?: (sent: number, total: number) => void;
  signal?: AbortSignal;
}

const CHUNK_BYTES = 256 * 1024;

/**
 * Uploads a file as a multipart form (RFC 7578), read from disk as the network takes it. Its length is announced, so
 * that the service can refuse it before it is sent.
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

  // `fetch` would report a failure to read the file as one of the network.
  let unreadable: UnreadableFile | undefined;
  async function* form(): AsyncGenerator<Uint8Array> {
    yield head;
    try {
      yield* fileChunks(handle, size, onProgress);
    } catch (error) {
      unreadable = new UnreadableFile(file, error instanceof Error ? error.message : String(error));
      throw unreadable;
    }
    yield tail;
  }
  const sending = client.send(uploadVideo, {
    headers: {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': String(head.length + size + tail.length),
    },
    body: ReadableStream.from(form()),
    duplex: 'half',
    signal: signal ?? null,
  });
  return await sending.catch((error: unknown) => {
    throw unreadable ?? error;
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

async function* fileChunks(
  handle: FileHandle,
  size: number,
  onProgress: UploadOptions['onProgress'],
): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < size; ) {
    const length = Math.min(CHUNK_BYTES, size - sent);
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, sent);
    if (bytesRead === 0) throw new Error('it became shorter meanwhile');
    yield buffer.subarray(0, bytesRead);
    // The network has taken the chunk when it asks for the next one.
    sent += bytesRead;
    onProgress?.(sent, size);
  }
}
