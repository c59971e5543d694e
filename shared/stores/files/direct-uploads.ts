import { CompleteMultipartUploadCommand } from '@aws-sdk/client-s3';
import { MEDIA_BUCKET } from '../../contract/resources.ts';
import { type Environment, requireVariable } from '../../kernel/runtime/environment.ts';
import { storeFactory } from '../store-factory.ts';
import { type ArrivedPart, listParts } from './list-parts.ts';
import { openUpload } from './multipart-upload.ts';
import { s3 } from './s3.ts';

/** Why S3 refuses to complete an upload. */
export type CompletionRefusal =
  /** It was completed or aborted already. */
  | 'not-open'
  /** A part has not arrived, or has another ETag. */
  | 'wrong-parts'
  /** The parts together do not have the announced size. */
  | 'wrong-size'
  /** The upload is complete, and S3 has computed another checksum of the object than the client. */
  | 'wrong-checksum';

/** Multipart uploads whose parts the client sends straight to S3. */
export interface DirectUploads {
  /** Opens an upload. @returns its id */
  open(key: string): Promise<string>;
  /** The parts that have arrived, in the order of their numbers; null if the upload is not open. */
  arrived(key: string, uploadId: string): Promise<ArrivedPart[] | null>;
  /**
   * Makes the object of its parts; a refusal, except `wrong-checksum`, changes nothing. S3 compares no checksum of an upload
   * that was opened without one, but tells its own. A store that tells none is trusted with what it got.
   * @returns null on success
   */
  complete(
    key: string,
    uploadId: string,
    expected: {
      parts: readonly Pick<ArrivedPart, 'number' | 'etag'>[];
      /** Bytes of the whole. */
      size: number;
      crc64nvme: string | undefined;
    },
  ): Promise<CompletionRefusal | null>;
}

const REFUSALS: Record<string, CompletionRefusal> = {
  NoSuchUpload: 'not-open',
  InvalidPart: 'wrong-parts',
  InvalidPartOrder: 'wrong-parts',
  EntityTooSmall: 'wrong-parts',
  // The other mistakes that S3 reports under this name cannot occur in our request.
  InvalidRequest: 'wrong-size',
};

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

export function openDirectUploads(environment: Environment): DirectUploads {
  const Bucket = requireVariable(environment, MEDIA_BUCKET.env);

  return {
    async open(Key) {
      return (await openUpload({ Bucket, Key, ContentType: 'application/octet-stream' })).uploadId;
    },

    arrived: (Key, UploadId) => listParts({ Bucket, Key, UploadId }),

    async complete(Key, UploadId, { parts, size, crc64nvme }) {
      try {
        const { ChecksumCRC64NVME: computed = crc64nvme } = await s3().send(
          new CompleteMultipartUploadCommand({
            Bucket,
            Key,
            UploadId,
            MultipartUpload: {
              Parts: parts.map(({ number, etag }) => ({ PartNumber: number, ETag: `"${etag}"` })),
            },
            MpuObjectSize: size,
          }),
        );
        return crc64nvme === undefined || computed === crc64nvme ? null : 'wrong-checksum';
      } catch (error) {
        const refusal = REFUSALS[nameOf(error)];
        if (refusal === undefined) throw error;
        return refusal;
      }
    },
  };
}

export const openUploadControl = storeFactory(
  'uploadControl',
  (environment): Pick<DirectUploads, 'open' | 'complete'> => openDirectUploads(environment),
);
export const openArrivedParts = storeFactory(
  'arrivedParts',
  (environment): Pick<DirectUploads, 'arrived'> => openDirectUploads(environment),
);
