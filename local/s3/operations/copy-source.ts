import { createHash } from 'node:crypto';
import { type ChecksumAlgorithm, startDigest } from '../protocol/checksums.ts';
import { checkCopySource } from '../protocol/conditions.ts';
import { S3Error } from '../protocol/errors.ts';
import type { S3Request } from '../protocol/request.ts';
import type { Extent } from '../store/blobs.ts';
import type { StoredObject } from '../store/objects.ts';
import type { Store } from '../store/store.ts';

/**
 * The object that x-amz-copy-source names (`bucket/key`, URL-encoded, with or without a leading slash), if the
 * copy-source conditions hold.
 * @throws {S3Error} InvalidArgument, NoSuchBucket, NoSuchKey, PreconditionFailed, NotImplemented (versions)
 */
export function findCopySource({ headers }: S3Request, store: Store): StoredObject {
  const [, path = '', version] = /^\/?([^?]*)(\?.*)?$/s.exec(headers.get('x-amz-copy-source') ?? '') ?? [];
  if (version !== undefined) throw new S3Error('NotImplemented');
  const [, bucket = '', key = ''] = /^([^/]+)\/(.+)$/s.exec(decode(path)) ?? [];
  if (key === '') throw invalidSource();
  if (!store.hasBucket(bucket)) throw new S3Error('NoSuchBucket', undefined, { BucketName: bucket });
  const object = store.objects.get(bucket, key);
  if (!object) throw new S3Error('NoSuchKey', undefined, { Key: key });
  checkCopySource(object, headers);
  return object;
}

/** MD5 and checksum of bytes that are already stored. */
export async function digestExtents(
  store: Store,
  extents: readonly Extent[],
  algorithm: ChecksumAlgorithm,
): Promise<{ md5: Buffer; checksum: Buffer }> {
  const md5 = createHash('md5');
  const checksum = startDigest(algorithm);
  for await (const chunk of store.blobs.read(extents)) {
    md5.update(chunk);
    checksum.update(chunk);
  }
  return { md5: md5.digest(), checksum: checksum.digest() };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw invalidSource();
  }
}

const invalidSource = (): S3Error =>
  new S3Error(
    'InvalidArgument',
    'Copy Source must mention the source bucket and key: sourcebucket/sourcekey',
    {
      ArgumentName: 'x-amz-copy-source',
    },
  );
