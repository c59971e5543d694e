import { LIMITS } from '../contract/limits.ts';

const MIB = 1024 * 1024;
/** Above S3's least part of 5 MiB; a part that breaks off costs at most this. */
const LEAST_PART = 8 * MIB;

/** An upload whose parts go straight to the store. */
export interface DirectUpload {
  /** The store's name for the multipart upload. */
  uploadId: string;
  /** Bytes of every part but the last, which has the rest. */
  partSize: number;
}

/** Bytes a part: whole MiB, so many that the parts of the file do not exceed their limit. */
export function partSizeFor(fileSize: number): number {
  const least = Math.ceil(fileSize / LIMITS.uploadParts);
  return Math.max(LEAST_PART, Math.ceil(least / MIB) * MIB);
}

/** The parts of a file, numbered from 1, with their lengths in bytes. */
export function partsOf(fileSize: number, partSize: number): { number: number; size: number }[] {
  return Array.from({ length: Math.ceil(fileSize / partSize) }, (_, i) => ({
    number: i + 1,
    size: Math.min(partSize, fileSize - i * partSize),
  }));
}
