import { rechunk } from '../../kernel/bytes/chunks.ts';
import type { MediaFiles } from './media-files.ts';
import { openUpload, withMultipartUpload } from './multipart-upload.ts';

/** Above 5 MiB, the smallest part that S3 takes. */
const PART_BYTES = 8 * 1024 * 1024;

/** Stores an object of any size, holding one part at a time. If `chunks` fails, there is no object. */
export async function putStream(
  files: MediaFiles,
  key: string,
  chunks: AsyncIterable<Buffer>,
  contentType: string,
): Promise<void> {
  const parts = rechunk(chunks, PART_BYTES);
  let part = await parts.next();
  if (part.done || part.value.length < PART_BYTES) {
    await files.put(key, part.value ?? new Uint8Array(), contentType);
    return;
  }
  const target = { Bucket: files.bucket, Key: key, ContentType: contentType };
  await withMultipartUpload(target, await openUpload(target), async (upload) => {
    for (let number = 1; !part.done; number++) {
      await upload.send(number, part.value);
      part = await parts.next();
    }
  });
}
