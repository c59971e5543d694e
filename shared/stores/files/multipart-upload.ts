import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { s3, s3WithoutChecksums } from './s3.ts';

/** The object that an upload makes. */
export interface UploadTarget {
  Bucket: string;
  Key: string;
  ContentType: string;
}

/** Takes the parts of a new object; their numbers begin with 1. */
interface MultipartUpload {
  send(number: number, bytes: Uint8Array): Promise<void>;
  /** Copies bytes `start..end` (end exclusive) of another object of the bucket, which must have that ETag. */
  copy(number: number, source: { key: string; etag: string; start: number; end: number }): Promise<void>;
}

/** An upload that takes parts, and those that it has: their ETags by their numbers. */
export interface OpenUpload {
  readonly uploadId: string;
  readonly etags: Map<number, string | undefined>;
}

/**
 * Opens an upload without naming a checksum: parts may come without one then, to any store, and S3 computes the
 * CRC-64/NVME of the whole object itself
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html).
 */
export async function openUpload(target: UploadTarget): Promise<OpenUpload> {
  const { UploadId } = await s3().send(new CreateMultipartUploadCommand(target));
  if (UploadId === undefined) throw new Error('S3 opened an upload without an id');
  return { uploadId: UploadId, etags: new Map() };
}

type Transfer = (upload: MultipartUpload) => Promise<void>;

/** Makes an object of the parts that `transfer` sends. If it fails, there is no object. */
export async function withMultipartUpload(
  target: UploadTarget,
  open: OpenUpload,
  transfer: Transfer,
): Promise<void> {
  try {
    await completeUpload(target, open, transfer);
  } catch (error) {
    // If this fails, too, the sweeper ends the upload.
    const { Bucket, Key } = target;
    await s3()
      .send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId: open.uploadId }))
      .catch(() => undefined);
    throw error;
  }
}

/** Makes an object of the parts that the upload has and those that `transfer` sends. If it fails, the upload stays open. */
export async function completeUpload(
  { Bucket, Key }: UploadTarget,
  { uploadId, etags }: OpenUpload,
  transfer: Transfer,
): Promise<void> {
  const upload = { Bucket, Key, UploadId: uploadId };
  await transfer({
    async send(PartNumber, Body) {
      const ContentMD5 = createHash('md5').update(Body).digest('base64');
      const { ETag } = await s3WithoutChecksums().send(
        new UploadPartCommand({ ...upload, PartNumber, Body, ContentMD5 }),
      );
      etags.set(PartNumber, ETag);
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
      etags.set(PartNumber, CopyPartResult?.ETag);
    },
  });
  const Parts = [...etags].sort(([a], [b]) => a - b).map(([PartNumber, ETag]) => ({ PartNumber, ETag }));
  await s3().send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
}
