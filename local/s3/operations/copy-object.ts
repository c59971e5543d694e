import {
  type Checksum,
  type ChecksumAlgorithm,
  checksumElement,
  checksumHeaders,
  parseAlgorithm,
} from '../protocol/checksums.ts';
import { checkWrite } from '../protocol/conditions.ts';
import { S3Error } from '../protocol/errors.ts';
import { xmlReply } from '../protocol/reply.ts';
import { storedHeaders } from '../protocol/stored-headers.ts';
import { xmlDocument, xmlFields } from '../protocol/xml.ts';
import type { Extent } from '../store/blobs.ts';
import type { StoredObject } from '../store/objects.ts';
import type { Store } from '../store/store.ts';
import { digestExtents, findCopySource } from './copy-source.ts';
import { MAX_PUT_BYTES, type Operation, quoted } from './operation.ts';

/** The copy shares the source's blobs; only its row is written. */
export const copyObject: Operation = async (request, { store, now, newId }) => {
  const { bucket, key } = request;
  const source = findCopySource(request, store);
  const replace = request.headers.get('x-amz-metadata-directive') === 'REPLACE';
  if (source.bucket === bucket && source.key === key && !replace) {
    throw new S3Error(
      'InvalidRequest',
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    );
  }
  if (source.size > MAX_PUT_BYTES) {
    throw new S3Error(
      'InvalidRequest',
      `The specified copy source is larger than the maximum allowable size for a copy source: ${MAX_PUT_BYTES}`,
    );
  }
  const wanted = request.headers.get('x-amz-checksum-algorithm');
  const headers = replace ? storedHeaders(request.headers) : source.headers;
  const extents = store.contents.slice(source.content, 0, source.size);
  const release = store.blobs.hold(extents.map(({ blob }) => blob));
  try {
    const identity = await identify(store, source, extents, wanted ? parseAlgorithm(wanted) : undefined);
    const copy: StoredObject = {
      bucket,
      key,
      content: newId(),
      size: source.size,
      modified: now(),
      headers,
      ...identity,
    };
    store.transact(() => {
      checkWrite(store.objects.get(bucket, key), request.headers);
      store.contents.add(copy.content, extents);
      store.putObject(copy, 'ObjectCreated:Copy');
    });
    const fields = {
      LastModified: new Date(copy.modified).toISOString(),
      ETag: quoted(copy.etag),
      [checksumElement(copy.checksum.algorithm)]: copy.checksum.value,
      ChecksumType: copy.checksum.type,
    };
    return xmlReply(xmlDocument('CopyObjectResult', [xmlFields(fields)]), checksumHeaders(copy.checksum));
  } finally {
    release();
  }
};

/** ETag and checksum of a copy, which is always a single part; the source is read only if it was not. */
async function identify(
  store: Store,
  source: StoredObject,
  extents: readonly Extent[],
  wanted: ChecksumAlgorithm = source.checksum.algorithm,
): Promise<{ etag: string; checksum: Checksum }> {
  const { etag, checksum } = source;
  const asWanted = checksum.type === 'FULL_OBJECT' && checksum.algorithm === wanted;
  if (asWanted && !etag.includes('-')) return { etag, checksum };
  const digests = await digestExtents(store, extents, wanted);
  return {
    etag: digests.md5.toString('hex'),
    checksum: { algorithm: wanted, type: 'FULL_OBJECT', value: digests.checksum.toString('base64') },
  };
}
