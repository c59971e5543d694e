import { open } from 'node:fs/promises';
import path from 'node:path';
import { completeUpload, uploadVideo } from '../../shared/contract/routes/videos.ts';
import type { CallOutput, Client } from '../client.ts';
import { type OpenPart, type PartRange, partRanges, sendParts } from '../send-parts.ts';
import { otherFile, UploadFailure } from '../upload-failure.ts';
import { readState, UploadLedger, type UploadState } from '../upload-ledger.ts';
import { type RetryOptions, systemWait } from '../with-retries.ts';
import { digestOf, filePart, putPart } from './upload-part.ts';

const ANNOUNCEMENT_GRACE_MS = 2000;

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
  /**
   * Called with the id as soon as it is known, so that another process can resume or delete the upload. An announcement that is
   * under way when the upload is aborted is waited for a little longer: otherwise nobody would know what it has made.
   */
  onBegin?: (id: string) => void;
  /** Called with the number of bytes handed to the network; it goes down when a part has to be sent again. */
  onProgress?: (sent: number, total: number) => void;
  signal?: AbortSignal;
  fetch?: typeof globalThis.fetch;
  wait?: RetryOptions['wait'];
}

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
  const { id, ...state } =
    resume === undefined
      ? await begin(options, delayed(signal, ANNOUNCEMENT_GRACE_MS))
      : { id: resume, ...(await readState(client, resume, signal)) };
  onBegin?.(id);
  signal.throwIfAborted();
  if (state.status !== 'uploading') return { id, status: state.status };

  const ranges = partRanges(size, state.partSize);
  if (ranges.length !== state.parts.length + state.remaining.length) throw otherFile();
  const ledger = new UploadLedger(state, () => readState(client, id, signal));
  await using handle = await open(file);
  const openPart = async (range: PartRange): Promise<OpenPart> => {
    const bytes = await filePart(handle, range);
    const digest = digestOf(bytes);
    return {
      put: (url, onSent) => putPart(options.fetch ?? fetch, url, bytes, digest, signal, onSent),
      isThis: (etag) => etag === digest,
    };
  };
  await sendParts({
    size,
    ranges,
    ledger,
    open: openPart,
    parallel: options.parallel ?? 4,
    onProgress: options.onProgress,
    retry: { signal, wait },
    stop: (failure) => failed.abort(failure),
  });

  const parts = ranges.map(({ number }) => ({ number, etag: ledger.etagOf(number) ?? '' }));
  return client.call(completeUpload, { params: { id }, body: { parts }, signal });
}

/** Aborts as `signal` does, but later; one that is aborted already is so at once. */
function delayed(signal: AbortSignal, milliseconds: number): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', () => setTimeout(abort, milliseconds).unref(), { once: true });
  return controller.signal;
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
