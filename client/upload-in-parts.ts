import { completeUpload } from '../shared/contract/routes/videos.ts';
import { announceUpload } from './announce-upload.ts';
import type { UploadCompleted } from './answers.ts';
import type { Client } from './client.ts';
import { type OpenPart, type PartRange, partRanges, sendParts } from './send-parts.ts';
import { otherFile } from './upload-failure.ts';
import { readState, UploadLedger } from './upload-ledger.ts';
import { type RetryOptions, systemWait } from './with-retries.ts';

const ANNOUNCEMENT_GRACE_MS = 2000;
const PARALLEL_PARTS = 4;

/** A file that can be read in any order. */
export interface PartedFile {
  name: string;
  /** Bytes. */
  size: number;
  open(range: PartRange, signal: AbortSignal): Promise<OpenPart>;
  /** CRC-64/NVME of all of it, base64 of its big-endian bytes, with which the store compares what has arrived. */
  checksum?(signal: AbortSignal): Promise<string>;
}

export interface UploadOptions {
  /** Display name of the video; default: the file's name. */
  name?: string | undefined;
  /** Starts a detection job as soon as the video is processed. */
  autoProcess?: boolean | undefined;
  /** Called with the number of bytes handed to the network; it goes down when some have to be sent again. */
  onProgress?: ((sent: number, total: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface PartsOptions extends UploadOptions {
  /** Id of an earlier upload of this same file, to resume instead of starting a new one. */
  resume?: string | undefined;
  /** Parts sent at the same time; default: 4. */
  parallel?: number | undefined;
  /**
   * Called with the id as soon as it is known, so that another process can resume or delete the upload. An announcement that is
   * under way when the upload is aborted is waited for a little longer: otherwise nobody would know what it has made.
   */
  onBegin?: ((id: string) => void) | undefined;
}

/**
 * Uploads a file in parts that go straight to the store. A part whose connection breaks is sent again, expired URLs are replaced.
 * @returns the video's id and status
 * @throws UploadFailure; like `Client.call`; the reason of `signal`; what the file throws
 */
export async function uploadInParts(
  client: Client,
  file: PartedFile,
  options: PartsOptions & { wait?: RetryOptions['wait'] },
): Promise<UploadCompleted> {
  const { resume, parallel = PARALLEL_PARTS, onBegin, onProgress, wait = systemWait } = options;
  const { size } = file;
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])]);
  const { id, ...state } =
    resume === undefined
      ? await withGrace(signal, (late) => announce(client, file, options, late))
      : { id: resume, ...(await readState(client, resume, signal)) };
  onBegin?.(id);
  signal.throwIfAborted();
  if (state.status !== 'uploading') return { id, status: state.status };

  const ranges = partRanges(size, state.partSize);
  if (ranges.length !== state.parts.length + state.remaining.length) throw otherFile();
  const ledger = new UploadLedger(state, () => readState(client, id, signal));
  const [crc64nvme] = await Promise.all([
    file.checksum?.(signal).catch((failure: unknown) => failed.abort(failure)),
    sendParts({
      size,
      ranges,
      ledger,
      open: (range) => file.open(range, signal),
      parallel,
      onProgress,
      retry: { signal, wait },
      stop: (failure) => failed.abort(failure),
    }),
  ]);
  signal.throwIfAborted();
  const parts = ranges.map(({ number }) => ({ number, etag: ledger.etagOf(number) ?? '' }));
  const body = { parts, ...(crc64nvme !== undefined && { crc64nvme }) };
  return client.call(completeUpload, { params: { id }, body, signal });
}

const announce = (
  client: Client,
  file: PartedFile,
  { name, autoProcess }: UploadOptions,
  late: AbortSignal,
) => announceUpload(client, { fileName: file.name, fileSize: file.size, name, autoProcess }, late);

/** Runs work whose signal aborts as `signal` does, but later; one that is aborted already is so at once. */
async function withGrace<T>(signal: AbortSignal, work: (late: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal.reason);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const delay = (): void => {
    timer = setTimeout(abort, ANNOUNCEMENT_GRACE_MS);
  };
  if (signal.aborted) abort();
  signal.addEventListener('abort', delay, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    signal.removeEventListener('abort', delay);
    clearTimeout(timer);
  }
}
