import { ListPartsCommand, type ListPartsCommandOutput } from '@aws-sdk/client-s3';
import { s3 } from './s3.ts';

export interface ArrivedPart {
  number: number;
  /** Bytes. */
  size: number;
  /** Without quotes. */
  etag: string;
}

/** The parts that S3 has of a multipart upload, in the order of their numbers; null if the upload is not open. */
export async function listParts(upload: {
  Bucket: string;
  Key: string;
  UploadId: string;
}): Promise<ArrivedPart[] | null> {
  const arrived: ArrivedPart[] = [];
  let marker: string | undefined;
  try {
    // Not with the SDK's paginator, which never ends: S3 names a next part even when there is none.
    do {
      const page: ListPartsCommandOutput = await s3().send(
        new ListPartsCommand({ ...upload, PartNumberMarker: marker }),
      );
      for (const { PartNumber = 0, Size = 0, ETag = '' } of page.Parts ?? []) {
        arrived.push({ number: PartNumber, size: Size, etag: ETag.replaceAll('"', '') });
      }
      marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    } while (marker !== undefined);
    return arrived;
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchUpload') return null;
    throw error;
  }
}
