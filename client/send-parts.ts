import { otherFile, PartRefused } from './upload-failure.ts';
import type { UploadLedger } from './upload-ledger.ts';
import { type RetryOptions, withRetries } from './with-retries.ts';

/** Bytes `start..end` (end exclusive) of a file. */
export interface PartRange {
  number: number;
  start: number;
  end: number;
}

/** A part of the file that is being uploaded. */
export interface OpenPart {
  /**
   * Sends it.
   * @param onSent called with the number of bytes handed to the network
   * @returns its ETag, without quotes
   * @throws ConnectionFailure when a retry may help; PartRefused when another URL may help; UploadFailure
   */
  put(url: string, onSent: (count: number) => void): Promise<string>;
  /** Whether the part of this ETag that has arrived is this one. */
  isThis(etag: string): boolean;
}

export interface PartsUpload {
  size: number;
  ranges: readonly PartRange[];
  ledger: UploadLedger;
  /** Called once for each part, those that have arrived included. */
  open: (range: PartRange) => Promise<OpenPart>;
  /** Parts sent at the same time. */
  parallel: number;
  /** Called with the number of bytes handed to the network; it goes down when a part has to be sent again. */
  onProgress?: ((sent: number, total: number) => void) | undefined;
  retry: RetryOptions & { signal: AbortSignal };
  /** Ends the other parts when one has failed. */
  stop: (failure: unknown) => void;
}

/** How many URLs of one part may be refused before the upload fails. */
const MAX_REFUSALS = 4;

export const partRanges = (size: number, partSize: number): PartRange[] =>
  Array.from({ length: Math.ceil(size / partSize) }, (_, i) => ({
    number: i + 1,
    start: i * partSize,
    end: Math.min(size, (i + 1) * partSize),
  }));

/**
 * Sends the parts that have not arrived, several at a time; one whose connection breaks is sent again, expired URLs are replaced.
 * @throws the first failure, with which `stop` must have aborted the signal
 */
export async function sendParts(upload: PartsUpload): Promise<void> {
  const { signal } = upload.retry;
  const onSent = progressOf(upload);
  const queue = upload.ranges.values();
  const work = async (): Promise<void> => {
    for (const range of queue) {
      signal.throwIfAborted();
      await sendPart(range, upload, (count) => onSent(range.number, count));
    }
  };
  // The first failure stops the others and is the one reported.
  await Promise.all(Array.from({ length: upload.parallel }, () => work().catch(upload.stop)));
  signal.throwIfAborted();
}

/** Sends a part until it has arrived; a part that is there already is only compared. */
async function sendPart(
  range: PartRange,
  { ledger, open, retry }: PartsUpload,
  onSent: (count: number) => void,
): Promise<void> {
  const { number } = range;
  const part = await open(range);
  for (let refusals = 0; ledger.etagOf(number) === undefined; refusals++) {
    const url = ledger.urlOf(number);
    try {
      if (url === undefined) throw new PartRefused(`Part ${number} has no URL`);
      ledger.noteArrival(number, await withRetries(() => part.put(url, onSent), retry));
    } catch (error) {
      if (!(error instanceof PartRefused) || refusals === MAX_REFUSALS) throw error;
      await ledger.renew(number, url);
    }
  }
  if (!part.isThis(ledger.etagOf(number) ?? '')) throw otherFile();
  onSent(range.end - range.start);
}

/** Adds up the progress of the parts. */
function progressOf({ size, onProgress }: PartsUpload): (number: number, count: number) => void {
  const sent = new Map<number, number>();
  let total = 0;
  return (number, count) => {
    total += count - (sent.get(number) ?? 0);
    sent.set(number, count);
    onProgress?.(total, size);
  };
}
