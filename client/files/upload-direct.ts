import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { completeUpload, uploadVideo } from '../../shared/contract/routes/videos.ts';
import type { CallOutput, Client } from '../client.ts';
import { type RetryOptions, systemWait, withRetries } from '../with-retries.ts';
import { readState, UploadLedger, type UploadState } from './upload-ledger.ts';
import { digestOf, filePart, type PartRange, PartRefused, putPart, UploadFailure } from './upload-part.ts';

export interface DirectUploadOptions {
  client: Client;
  /** Path of the file. */
  file: string;
  /** Its length in bytes. */
  size: number;
  /** Display name of the video; default: the file's name. */
  name?: string;
  /** Starts a detection job as soon as the video is processed. */
  autoProcess?: boolean;
  /** Id of an earlier upload of this same file, to resume instead of starting a new one. */
  resume?: string;
  /** Parts sent at the same time. */
  parallel?: number;
  /** Called with the id as soon as it is known, so that another process can resume the upload. */
  onBegin?: (id: string) => void;
  /** Called with the number of bytes handed to the network; it goes down when a part has to be sent again. */
  onProgress?: (sent: number, total: number) => void;
  signal?: AbortSignal;
  fetch?: typeof globalThis.fetch;
  wait?: RetryOptions['wait'];
}

/** How many URLs of one part may be refused before the upload fails. */
const MAX_REFUSALS = 4;

const otherFile = (): UploadFailure =>
  new UploadFailure('The file is not the one whose upload was begun, or it was changed');

/**
 * Uploads a file in parts that go straight to the store. A part whose connection breaks is sent again, expired URLs
 * are replaced, and every part is compared with the file by its MD5, which is the ETag of a part.
 * @returns the video's id and status
 * @throws UploadFailure; like `Client.call`; the reason of `signal`; the operating system's error when the file
 *   cannot be read
 */
export async function uploadDirect(options: DirectUploadOptions): Promise<CallOutput<typeof completeUpload>> {
  const { client, file, size, resume, onBegin, wait = systemWait } = options;
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])]);
  const retry = { signal, wait };
  const { id, ...state } =
    resume === undefined
      ? await begin(options, signal)
      : { id: resume, ...(await readState(client, resume, signal)) };
  onBegin?.(id);
  if (state.status !== 'uploading') return { id, status: state.status };

  const ranges = rangesOf(size, state.partSize);
  if (ranges.length !== state.parts.length + state.remaining.length) throw otherFile();
  const ledger = new UploadLedger(state, () => readState(client, id, signal));
  await using handle = await open(file);
  const onSent = progressOf(options);
  const queue = ranges.values();
  const work = async (): Promise<void> => {
    for (const range of queue) {
      signal.throwIfAborted();
      await sendPart(handle, range, ledger, options, retry, (count) => onSent(range.number, count));
    }
  };
  // The first failure stops the others and is the one reported.
  const workers = Array.from({ length: options.parallel ?? 4 }, () =>
    work().catch((error: unknown) => failed.abort(error)),
  );
  await Promise.all(workers);
  signal.throwIfAborted();

  const parts = ranges.map(({ number }) => ({ number, etag: ledger.etagOf(number) ?? '' }));
  return client.call(completeUpload, { params: { id }, body: { parts }, signal });
}

async function begin(
  { client, file, size, name, autoProcess }: DirectUploadOptions,
  signal: AbortSignal,
): Promise<Omit<UploadState, 'expiresAt'> & { id: string }> {
  const { id, status, upload } = await client.send(uploadVideo, {
    headers: { 'Content-Type': 'application/json' },
    body: () => JSON.stringify({ fileName: path.basename(file), fileSize: size, name, autoProcess }),
    signal,
  });
  if (upload === undefined) throw new UploadFailure('The service takes no direct uploads');
  return { id, status, partSize: upload.partSize, parts: [], remaining: upload.parts };
}

/** Sends a part until it has arrived; a part that is there already is only compared. */
async function sendPart(
  handle: FileHandle,
  range: PartRange,
  ledger: UploadLedger,
  { fetch = globalThis.fetch }: DirectUploadOptions,
  retry: RetryOptions & { signal: AbortSignal },
  onSent: (count: number) => void,
): Promise<void> {
  const { number } = range;
  const bytes = await filePart(handle, range);
  const digest = digestOf(bytes);
  for (let refusals = 0; ledger.etagOf(number) === undefined; refusals++) {
    const url = ledger.urlOf(number);
    try {
      if (url === undefined) throw new PartRefused(`Part ${number} has no URL`);
      const put = () => putPart(fetch, url, bytes, digest, retry.signal, onSent);
      ledger.noteArrival(number, await withRetries(put, retry));
    } catch (error) {
      if (!(error instanceof PartRefused) || refusals === MAX_REFUSALS) throw error;
      await ledger.renew(number, url);
    }
  }
  if (ledger.etagOf(number) !== digest) throw otherFile();
  onSent(bytes.length);
}

/** Adds up the progress of the parts. */
function progressOf({ size, onProgress }: DirectUploadOptions): (number: number, count: number) => void {
  const sent = new Map<number, number>();
  let total = 0;
  return (number, count) => {
    total += count - (sent.get(number) ?? 0);
    sent.set(number, count);
    onProgress?.(total, size);
  };
}

const rangesOf = (size: number, partSize: number): PartRange[] =>
  Array.from({ length: Math.ceil(size / partSize) }, (_, i) => ({
    number: i + 1,
    start: i * partSize,
    end: Math.min(size, (i + 1) * partSize),
  }));
