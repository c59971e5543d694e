import type { Piece } from '../../kernel/bytes/piece.ts';
import type { MediaFiles, ObjectSource } from './media-files.ts';
import { withMultipartUpload } from './multipart-upload.ts';

const MIB = 1024 * 1024;
/** The smallest part that S3 takes, except as the last one. */
const MIN_PART_BYTES = 5 * MIB;
/** Copies inside S3 run in parallel, so that parts below the allowed 5 GiB are faster; 10 GiB make 20 of these. */
const COPY_PART_BYTES = 512 * MIB;
const PARALLEL_COPIES = 8;

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

/**
 * Makes an object of pieces of another one, transferring as few bytes as S3 allows.
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

  await withMultipartUpload(
    { Bucket: files.bucket, Key: targetKey, ContentType: contentType },
    async (upload) => {
      const transfer = (part: Piece, number: number) =>
        'bytes' in part
          ? upload.send(number, part.bytes)
          : upload.copy(number, { ...part.copy, key: sourceKey, etag: source.etag });
      for (let first = 0; first < parts.length; first += PARALLEL_COPIES) {
        const group = parts.slice(first, first + PARALLEL_COPIES);
        await Promise.all(group.map((part, i) => transfer(part, first + i + 1)));
      }
    },
  );
}
