import { createHash } from 'node:crypto';
import type { Piece } from '../../kernel/bytes/piece.ts';
import type { MediaFiles, ObjectSource } from './media-files.ts';
import { completeUpload } from './multipart-upload.ts';
import { ResumedUpload } from './resumed-upload.ts';

const MIB = 1024 * 1024;
/** The smallest part that S3 takes, except as the last one. */
const MIN_PART_BYTES = 5 * MIB;
/** Copies inside S3 run in parallel, so that parts below the allowed 5 GiB are faster; 10 GiB, the largest file, make 20. */
const COPY_PART_BYTES = 512 * MIB;
/** All parts of the largest file at once; below the 50 connections of the SDK. */
const PARALLEL_PARTS = 24;

/**
 * Turns pieces into upload parts. Parts below S3's minimum are filled up with bytes read from the source; large ranges are
 * copied inside S3.
 */
async function toParts(pieces: readonly Piece[], source: ObjectSource): Promise<Piece[]> {
  const parts: Piece[] = [];
  let pending: Uint8Array[] = [];
  let pendingSize = 0;
  const hold = (bytes: Uint8Array) => {
    pending.push(bytes);
    pendingSize += bytes.length;
  };
  const flush = () => {
    if (pendingSize > 0) parts.push({ bytes: Buffer.concat(pending) });
    pending = [];
    pendingSize = 0;
  };
  for (const piece of pieces) {
    if ('bytes' in piece) {
      hold(piece.bytes);
      continue;
    }
    let { start } = piece.copy;
    const { end } = piece.copy;
    if (pendingSize > 0 && pendingSize < MIN_PART_BYTES) {
      const filled = Math.min(end, start + MIN_PART_BYTES - pendingSize);
      hold(await source.read(start, filled));
      start = filled;
    }
    if (end - start < MIN_PART_BYTES) {
      hold(await source.read(start, end));
      continue;
    }
    flush();
    const count = Math.ceil((end - start) / COPY_PART_BYTES);
    const size = Math.ceil((end - start) / count);
    for (let from = start; from < end; from += size) {
      parts.push({ copy: { start: from, end: Math.min(end, from + size) } });
    }
  }
  flush();
  return parts;
}

/** Tells which bytes the parts hold, by content where they are at hand. */
function planOf(parts: readonly Piece[], source: ObjectSource): string {
  const hash = createHash('sha256').update(source.etag);
  for (const part of parts) {
    if ('bytes' in part) hash.update(`bytes ${part.bytes.length}\n`).update(part.bytes);
    else hash.update(`copy ${part.copy.start} ${part.copy.end}\n`);
  }
  return hash.digest('hex');
}

/**
 * Makes an object of pieces of another one, transferring as few bytes as S3 allows. What was cut off or has failed is
 * continued by the next attempt; the upload is not aborted, since another request may be at work on it. The sweeper ends
 * what nobody continues.
 * @throws if the source is replaced meanwhile
 */
export async function assembleObject(
  files: MediaFiles,
  {
    sourceKey,
    source,
    targetKey,
    contentType,
    pieces,
  }: {
    sourceKey: string;
    source: ObjectSource;
    targetKey: string;
    contentType: string;
    pieces: readonly Piece[];
  },
): Promise<void> {
  const parts = await toParts(pieces, source);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && 'bytes' in only) {
    await files.put(targetKey, only.bytes, contentType);
    return;
  }

  const target = { Bucket: files.bucket, Key: targetKey, ContentType: contentType };
  const resumed = await ResumedUpload.open(files, target, planOf(parts, source));
  const missing = parts
    .map((part, i) => ({ part, number: i + 1 }))
    .filter(({ number }) => !resumed.upload.etags.has(number));
  try {
    await completeUpload(target, resumed.upload, async (upload) => {
      const worker = async (): Promise<void> => {
        for (let next = missing.shift(); next !== undefined; next = missing.shift()) {
          const { part, number } = next;
          if ('bytes' in part) await upload.send(number, part.bytes);
          else await upload.copy(number, { ...part.copy, key: sourceKey, etag: source.etag });
        }
      };
      await Promise.all(Array.from({ length: PARALLEL_PARTS }, worker));
    });
  } catch (error) {
    // Another request may have gone on with the same upload, and come first.
    if ((await files.size(targetKey)) === null) throw error;
  }
  await resumed.forget();
}
