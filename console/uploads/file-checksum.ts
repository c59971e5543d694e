import { UploadFailure } from '../../client/upload-failure.ts';
import { startWorker } from '../start-worker.ts';
import workerAddress from './checksum-worker.ts?worker&url';

export type ChecksumMessage =
  | { kind: 'read'; bytes: number }
  | { kind: 'done'; checksum: string }
  | { kind: 'failed'; reason: string };

/**
 * CRC-64/NVME of a whole file, base64 of its big-endian bytes, made beside the page's own thread.
 * @param onRead called with the number of bytes that have been read
 * @throws UploadFailure when the file cannot be read; the reason of `signal`
 */
export function fileChecksum(
  file: File,
  onRead: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const worker = startWorker(workerAddress);
  return new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.onerror = () => reject(new UploadFailure('The file could not be checked'));
    worker.onmessage = ({ data }: MessageEvent<ChecksumMessage>) => {
      if (data.kind === 'read') onRead(data.bytes);
      else if (data.kind === 'done') resolve(data.checksum);
      else reject(new UploadFailure(`The file cannot be read: ${data.reason}`));
    };
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
