import { declaredChecksum, receiveBody } from '../protocol/body.ts';
import { checksumElement, checksumHeader } from '../protocol/checksums.ts';
import { S3Error } from '../protocol/errors.ts';
import { parseCopyRange } from '../protocol/ranges.ts';
import { xmlReply } from '../protocol/reply.ts';
import { parseCount, type S3Request } from '../protocol/request.ts';
import { xmlDocument, xmlFields } from '../protocol/xml.ts';
import type { Extent } from '../store/blobs.ts';
import type { Store } from '../store/store.ts';
import type { Part, Upload } from '../store/uploads.ts';
import { digestExtents, findCopySource } from './copy-source.ts';
import { requireUpload } from './multipart-upload.ts';
import { MAX_PUT_BYTES, type Operation, quoted } from './operation.ts';

const MAX_PARTS = 10_000;
const MIN_RANGE_SOURCE_BYTES = 5 * 1024 ** 2;

export const uploadPart: Operation = async (request, { store, now, newId }) => {
  const number = partNumber(request);
  const upload = requireUpload(request, store);
  const { algorithm } = upload;
  checkAlgorithm(request, upload);
  const content = newId();
  return store.storeBlob(
    content,
    (append) => receiveBody(request, { maxSize: MAX_PUT_BYTES, algorithms: [algorithm] }, append),
    ({ size, md5, checksums }) => {
      const etag = md5.toString('hex');
      const checksum = checksums.get(algorithm)?.toString('base64') ?? '';
      const part: Part = { upload: upload.id, number, content, size, etag, modified: now(), checksum };
      commitPart(request, store, part, [{ blob: content, offset: 0, length: size }]);
      return { status: 200, headers: { etag: quoted(etag), [checksumHeader(algorithm)]: checksum } };
    },
  );
};

/** The part shares the source's blobs; they are read for its digests only. */
export const uploadPartCopy: Operation = async (request, { store, now, newId }) => {
  const number = partNumber(request);
  const upload = requireUpload(request, store);
  const source = findCopySource(request, store);
  const header = request.headers.get('x-amz-copy-source-range');
  if (header !== undefined && source.size <= MIN_RANGE_SOURCE_BYTES) {
    throw new S3Error(
      'InvalidRequest',
      'The specified copy source is not supported as a byte-range copy source',
    );
  }
  const { start, end } =
    header === undefined ? { start: 0, end: source.size } : parseCopyRange(header, source.size);
  if (end - start > MAX_PUT_BYTES) throw new S3Error('EntityTooLarge');
  const extents = store.contents.slice(source.content, start, end);
  const release = store.blobs.hold(extents.map(({ blob }) => blob));
  try {
    const digests = await digestExtents(store, extents, upload.algorithm);
    const etag = digests.md5.toString('hex');
    const checksum = digests.checksum.toString('base64');
    const modified = now();
    const part: Part = {
      upload: upload.id,
      number,
      content: newId(),
      size: end - start,
      etag,
      modified,
      checksum,
    };
    store.transact(() => commitPart(request, store, part, extents));
    const fields = {
      LastModified: new Date(modified).toISOString(),
      ETag: quoted(etag),
      ...(upload.declared && { [checksumElement(upload.algorithm)]: checksum }),
    };
    return xmlReply(xmlDocument('CopyPartResult', [xmlFields(fields)]));
  } finally {
    release();
  }
};

/** The upload may have been completed or aborted while the bytes arrived. */
function commitPart(request: S3Request, store: Store, part: Part, extents: readonly Extent[]): void {
  requireUpload(request, store);
  store.contents.add(part.content, extents);
  store.putPart(part);
}

/**
 * Parts carry the checksum that their upload was created with. One of the whole object may be missing: AWS's documentation
 * leaves that open, LocalStack and MinIO refuse it, and uploads that earlier releases have opened need it.
 */
function checkAlgorithm({ headers }: S3Request, { algorithm, checksumType, declared }: Upload): void {
  const given = declaredChecksum(headers)?.algorithm;
  if (given === algorithm || (given === undefined && checksumType === 'FULL_OBJECT')) return;
  const expected = declared ? algorithm : 'null';
  throw new S3Error(
    'InvalidRequest',
    `Checksum Type mismatch occurred, expected checksum Type: ${expected}, actual checksum Type: ${given ?? 'null'}`,
  );
}

function partNumber({ query }: S3Request): number {
  const number = parseCount('partNumber', query.get('partNumber'), 0);
  if (number >= 1 && number <= MAX_PARTS) return number;
  throw new S3Error(
    'InvalidArgument',
    `Part number must be an integer between 1 and ${MAX_PARTS}, inclusive`,
    {
      ArgumentName: 'partNumber',
      ArgumentValue: String(number),
    },
  );
}
