import { checksumHeaders } from '../protocol/checksums.ts';
import { isNotModified, rangeApplies } from '../protocol/conditions.ts';
import { S3Error } from '../protocol/errors.ts';
import { parseRange } from '../protocol/ranges.ts';
import type { Reply } from '../protocol/reply.ts';
import type { S3Request } from '../protocol/request.ts';
import { responseHeaders } from '../protocol/stored-headers.ts';
import type { StoredObject } from '../store/objects.ts';
import type { Store } from '../store/store.ts';
import { type Operation, quoted } from './operation.ts';

export const headObject: Operation = (request, { store }) =>
  describe(request, requireObject(request, store)).reply;

export const getObject: Operation = (request, { store }) => {
  const object = requireObject(request, store);
  const { reply, start, end } = describe(request, object);
  if (reply.status === 304) return reply;
  const extents = store.contents.slice(object.content, start, end);
  const release = store.blobs.hold(extents.map(({ blob }) => blob));
  return { ...reply, body: { chunks: store.blobs.read(extents), release } };
};

/** The answer to a read without its body, and the bytes of the body: `start` to `end` (exclusive). */
function describe(request: S3Request, object: StoredObject): { reply: Reply; start: number; end: number } {
  const { headers, query } = request;
  const validators = {
    etag: quoted(object.etag),
    'last-modified': new Date(object.modified).toUTCString(),
  };
  if (isNotModified(object, headers))
    return { reply: { status: 304, headers: validators }, start: 0, end: 0 };

  const range = rangeApplies(object, headers) ? parseRange(headers.get('range'), object.size) : undefined;
  const { start, end } = range ?? { start: 0, end: object.size };
  // The stored checksum covers the whole object and would not match a part of it.
  const checksum = headers.get('x-amz-checksum-mode')?.toUpperCase() === 'ENABLED' && !range;
  return {
    reply: {
      status: range ? 206 : 200,
      headers: {
        ...responseHeaders(object.headers, query),
        ...validators,
        'accept-ranges': 'bytes',
        'content-length': String(end - start),
        ...(range && { 'content-range': `bytes ${start}-${end - 1}/${object.size}` }),
        ...(checksum && checksumHeaders(object.checksum)),
      },
    },
    start,
    end,
  };
}

function requireObject({ bucket, key }: S3Request, store: Store): StoredObject {
  const object = store.objects.get(bucket, key);
  if (!object) throw new S3Error('NoSuchKey', undefined, { Key: key });
  return object;
}
