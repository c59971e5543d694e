import { LIMITS } from '../contract/limits.ts';

const MIB = 1024 * 1024;
/** Above S3's minimum of 5 MiB; an interrupted part costs at most this. */
const MIN_PART_BYTES = 8 * MIB;

/** An upload whose parts the client sends straight to S3. */
export interface DirectUpload {
  /** S3's id of the multipart upload. */
  uploadId: string;
  /** Bytes of every part except the last, which may be smaller. */
  partSize: number;
  /** CRC-64/NVME of the whole file, base64, where the last request to complete the upload stated one. */
  crc64nvme?: string;
}

const differ = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other;

/**
 * Whether what has arrived is another file than the one that was announced.
 * @param object what the store tells of it; a checksum that only one side knows is not compared
 */
export const isOtherFile = (
  announced: { fileSize: number; crc64nvme?: string | undefined },
  object: { size: number; crc64nvme: string | undefined },
): boolean => object.size !== announced.fileSize || differ(object.crc64nvme, announced.crc64nvme);

/** The part size in bytes, in whole MiB, at which a file stays within the limit on parts. */
export function partSizeFor(fileSize: number): number {
  const least = Math.ceil(fileSize / LIMITS.uploadParts);
  return Math.max(MIN_PART_BYTES, Math.ceil(least / MIB) * MIB);
}

/** The parts of a file, numbered from 1, with their lengths in bytes. */
export function partsOf(fileSize: number, partSize: number): { number: number; size: number }[] {
  return Array.from({ length: Math.ceil(fileSize / partSize) }, (_, i) => ({
    number: i + 1,
    size: Math.min(partSize, fileSize - i * partSize),
  }));
}
