import type { Client } from '../../client/client.ts';
import { partRanges, sendParts } from '../../client/send-parts.ts';
import { otherFile, UploadFailure } from '../../client/upload-failure.ts';
import { readState, UploadLedger } from '../../client/upload-ledger.ts';
import { systemWait } from '../../client/with-retries.ts';
import { completeUpload, uploadVideo } from '../../shared/contract/routes/videos.ts';
import { putBlob } from './put-blob.ts';

const PARALLEL_PARTS = 3;

/** Announces a file. @returns the id of its video */
export async function announceFile(client: Client, file: File): Promise<string> {
  const { id, upload } = await client.send(uploadVideo, {
    headers: { 'Content-Type': 'application/json' },
    body: () => JSON.stringify({ fileName: file.name, fileSize: file.size }),
  });
  if (upload === undefined) throw new UploadFailure('The service takes no direct uploads');
  return id;
}

interface FileUpload {
  client: Client;
  file: File;
  /** Of the announced video. */
  id: string;
  /** CRC-64/NVME of the file, with which the store compares what has arrived. */
  checksum: string;
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

/**
 * Sends the parts of an announced file that have not arrived, and completes the upload.
 * @throws UploadFailure; like `Client.call`; the reason of `signal`
 */
export async function sendFile({
  client,
  file,
  id,
  checksum,
  onProgress,
  signal,
}: FileUpload): Promise<void> {
  const failed = new AbortController();
  const either = AbortSignal.any([failed.signal, signal]);
  const state = await readState(client, id, either);
  if (state.status !== 'uploading') return;
  const ranges = partRanges(file.size, state.partSize);
  if (ranges.length !== state.parts.length + state.remaining.length) throw otherFile();
  const ledger = new UploadLedger(state, () => readState(client, id, either));
  await sendParts({
    size: file.size,
    ranges,
    ledger,
    open: async ({ start, end }) => ({
      put: (url, onSent) => putBlob(url, file.slice(start, end), either, onSent),
      // The whole file was compared before its first byte was sent.
      isThis: () => true,
    }),
    parallel: PARALLEL_PARTS,
    onProgress,
    retry: { signal: either, wait: systemWait },
    stop: (failure) => failed.abort(failure),
  });
  const parts = ranges.map(({ number }) => ({ number, etag: ledger.etagOf(number) ?? '' }));
  await client.call(completeUpload, { params: { id }, body: { parts, crc64nvme: checksum }, signal });
}
