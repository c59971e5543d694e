import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { s3 } from './s3.ts';

/** Takes the parts of a new object; their numbers begin with 1. */
export interface MultipartUpload {
  send(number: number, bytes: Uint8Array): Promise<void>;
  /** Copies bytes `start..end` (end exclusive) of another object of the bucket, which must have that ETag. */
  copy(number: number, source: { key: string; etag: string; start: number; end: number }): Promise<void>;
}

/** Makes an object of the parts that `transfer` sends. If it fails, there is no object. */
export async function withMultipartUpload(
  target: { Bucket: string; Key: string; ContentType: string },
  transfer: (upload: MultipartUpload) => Promise<void>,
): Promise<void> {
  const { Bucket, Key } = target;
  const { UploadId } = await s3().send(new CreateMultipartUploadCommand(target));
  const upload = { Bucket, Key, UploadId };
  const parts: CompletedPart[] = [];
  try {
    await transfer({
      async send(PartNumber, Body) {
        const { ETag } = await s3().send(new UploadPartCommand({ ...upload, PartNumber, Body }));
        parts.push({ PartNumber, ETag });
      },
      async copy(PartNumber, { key, etag, start, end }) {
        const { CopyPartResult } = await s3().send(
          new UploadPartCopyCommand({
            ...upload,
            PartNumber,
            CopySource: `${Bucket}/${key}`,
            CopySourceRange: `bytes=${start}-${end - 1}`,
            CopySourceIfMatch: etag,
          }),
        );
        parts.push({ PartNumber, ETag: CopyPartResult?.ETag });
      },
    });
    const Parts = parts.sort((a, b) => (a.PartNumber ?? 0) - (b.PartNumber ?? 0));
    await s3().send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  } catch (error) {
    // If this fails, too, the sweeper ends the upload.
    await s3()
      .send(new AbortMultipartUploadCommand(upload))
      .catch(() => undefined);
    throw error;
  }
}
