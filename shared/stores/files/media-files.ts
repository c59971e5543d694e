import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type HeadObjectCommandInput,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { MEDIA_BUCKET } from '../../contract/resources.ts';
import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import { type Environment, requireVariable } from '../../kernel/runtime/environment.ts';
import { inBatches } from '../../kernel/runtime/in-batches.ts';
import { storeFactory } from '../store-factory.ts';
import { s3 } from './s3.ts';

/** An object read by ranges: what is read is of the object with this ETag, or the read fails. */
export interface ObjectSource extends ByteSource {
  readonly etag: string;
  /** CRC-64/NVME of the whole object, base64, where the store shows one. */
  readonly crc64nvme: string | undefined;
}

/** Objects of the media bucket. */
export interface MediaFiles {
  bucket: string;
  put(key: string, body: Uint8Array, contentType: string): Promise<void>;
  /** The whole object, or null when there is none. */
  get(key: string): Promise<Uint8Array | null>;
  /** Bytes of an object that never changes, the end exclusive, or null when there is none. */
  range(key: string, start: number, end: number): Promise<Uint8Array | null>;
  /**
   * The whole object in chunks, or null when there is none. Each chunk is a request of its own, so that no connection waits
   * for a slow reader; the first is made before this resolves. Reading fails if the object is replaced meanwhile.
   */
  stream(key: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** Size in bytes, or null when there is none. */
  size(key: string): Promise<number | null>;
  /** The object as it is now: if it is replaced, reading fails rather than mixing the two. */
  open(key: string): Promise<ObjectSource | null>;
  delete(key: string): Promise<void>;
  /** A thousand at once. @throws if any cannot be deleted; others of its thousand are all the same */
  deleteMany(keys: readonly string[]): Promise<void>;
  deleteAll(prefix: string): Promise<number>;
  /** In the order of the keys. `modifiedAt` in milliseconds since the epoch, `size` in bytes. */
  list(
    prefix: string,
    startAfter?: string,
  ): AsyncGenerator<{ key: string; modifiedAt: number; size: number }>;
  /** The multipart uploads that are neither complete nor aborted; `initiatedAt` in milliseconds since the epoch. */
  listUploads(prefix?: string): AsyncGenerator<{ key: string; uploadId: string; initiatedAt: number }>;
  /** Ends a multipart upload and removes its parts; does nothing if it has ended already. */
  abortUpload(key: string, uploadId: string): Promise<void>;
}

/** The outcome of a request for an object, or null if there is no such object. */
const orNull = async <Found>(request: Promise<Found>): Promise<Found | null> => {
  try {
    return await request;
  } catch (error) {
    if (error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')) return null;
    throw error;
  }
};

const DELETE_BATCH = 1000;
/** Read by one request of a stream. */
const RANGE_BYTES = 1024 * 1024;

export const openMediaFiles = storeFactory('mediaFiles', (environment: Environment): MediaFiles => {
  const Bucket = requireVariable(environment, MEDIA_BUCKET.env);

  const head = (Key: string, options: Pick<HeadObjectCommandInput, 'ChecksumMode'> = {}) =>
    orNull(s3().send(new HeadObjectCommand({ Bucket, Key, ...options })));

  const getChunk = async (Key: string, start: number, IfMatch?: string) => {
    const Range = `bytes=${start}-${start + RANGE_BYTES - 1}`;
    const { Body, ETag, ContentRange } = await s3().send(
      new GetObjectCommand({ Bucket, Key, Range, ...(IfMatch !== undefined && { IfMatch }) }),
    );
    if (Body === undefined || ETag === undefined) throw new Error(`S3 sent no content of ${Key}`);
    const size = Number(ContentRange?.split('/').at(-1));
    return { bytes: await Body.transformToByteArray(), etag: ETag, size };
  };

  async function* list(prefix: string, startAfter?: string) {
    let token: string | undefined;
    do {
      const page = await s3().send(
        new ListObjectsV2Command({
          Bucket,
          Prefix: prefix,
          StartAfter: startAfter,
          ContinuationToken: token,
        }),
      );
      for (const { Key, LastModified, Size } of page.Contents ?? []) {
        if (Key !== undefined) yield { key: Key, modifiedAt: LastModified?.getTime() ?? 0, size: Size ?? 0 };
      }
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  async function* listUploads(Prefix?: string) {
    let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
    for (;;) {
      const page = await s3().send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...marker }));
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (Key === undefined || UploadId === undefined || Initiated === undefined) continue;
        yield { key: Key, uploadId: UploadId, initiatedAt: Initiated.getTime() };
      }
      if (!page.IsTruncated) return;
      marker = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
  }

  const deleteMany = async (keys: readonly string[]): Promise<void> => {
    for (let start = 0; start < keys.length; start += DELETE_BATCH) {
      const Objects = keys.slice(start, start + DELETE_BATCH).map((Key) => ({ Key }));
      const command = new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } });
      const { Errors } = await s3().send(command);
      if (Errors?.length)
        throw new Error(`${Errors.length} objects could not be deleted: ${Errors[0]?.Code}`);
    }
  };

  const remove = async (Key: string): Promise<void> => {
    await s3().send(new DeleteObjectCommand({ Bucket, Key }));
  };

  return {
    bucket: Bucket,

    async put(Key, Body, ContentType) {
      await s3().send(new PutObjectCommand({ Bucket, Key, Body, ContentType }));
    },

    async get(Key) {
      const found = await orNull(s3().send(new GetObjectCommand({ Bucket, Key })));
      return (await found?.Body?.transformToByteArray()) ?? null;
    },

    async range(Key, start, end) {
      const Range = `bytes=${start}-${end - 1}`;
      const found = await orNull(s3().send(new GetObjectCommand({ Bucket, Key, Range })));
      return (await found?.Body?.transformToByteArray()) ?? null;
    },

    async stream(key) {
      const first = await orNull(getChunk(key, 0));
      if (first === null) return null;
      return (async function* () {
        yield first.bytes;
        for (let at = first.bytes.length; at < first.size; ) {
          const { bytes } = await getChunk(key, at, first.etag);
          yield bytes;
          at += bytes.length;
        }
      })();
    },

    async size(key) {
      return (await head(key))?.ContentLength ?? null;
    },

    async open(Key) {
      const found = await head(Key, { ChecksumMode: 'ENABLED' });
      if (found?.ContentLength === undefined || found.ETag === undefined) return null;
      return {
        size: found.ContentLength,
        etag: found.ETag,
        crc64nvme: found.ChecksumCRC64NVME,
        async read(start, end) {
          // An empty range can't be asked for: S3 would send the whole object.
          if (end <= start) return new Uint8Array();
          const { Body } = await s3().send(
            new GetObjectCommand({ Bucket, Key, Range: `bytes=${start}-${end - 1}`, IfMatch: found.ETag }),
          );
          if (Body === undefined) throw new Error(`S3 sent no content of ${Key}`);
          return Body.transformToByteArray();
        },
      };
    },

    delete: remove,
    deleteMany,

    async deleteAll(prefix) {
      let deleted = 0;
      for await (const batch of inBatches(list(prefix), DELETE_BATCH)) {
        await deleteMany(batch.map(({ key }) => key));
        deleted += batch.length;
      }
      return deleted;
    },

    list,
    listUploads,

    async abortUpload(Key, UploadId) {
      try {
        await s3().send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      } catch (error) {
        if (!(error instanceof Error && error.name === 'NoSuchUpload')) throw error;
      }
    },
  };
});
