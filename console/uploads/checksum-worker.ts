import { crc64nvme } from '../../shared/kernel/checksums/crc.ts';
import type { ChecksumMessage } from './file-checksum.ts';

const CHUNK_BYTES = 4 * 1024 * 1024;

/** Answers a file with its CRC-64/NVME as S3 writes it, and reports its progress meanwhile. */
self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  const say = (message: ChecksumMessage): void => self.postMessage(message);
  try {
    const crc = crc64nvme();
    for (let read = 0; read < file.size; read += CHUNK_BYTES) {
      crc.update(new Uint8Array(await file.slice(read, read + CHUNK_BYTES).arrayBuffer()));
      say({ kind: 'read', bytes: Math.min(read + CHUNK_BYTES, file.size) });
    }
    say({ kind: 'done', checksum: btoa(String.fromCharCode(...crc.digest())) });
  } catch (error) {
    say({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
};
