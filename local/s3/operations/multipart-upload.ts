import { checksumType, DEFAULT_ALGORITHM, parseAlgorithm } from '../protocol/checksums.ts';
import { S3Error } from '../protocol/errors.ts';
import { xmlReply } from '../protocol/reply.ts';
import type { S3Request } from '../protocol/request.ts';
import { storedHeaders } from '../protocol/stored-headers.ts';
import { xmlDocument, xmlFields } from '../protocol/xml.ts';
import type { Store } from '../store/store.ts';
import type { Upload } from '../store/uploads.ts';
import type { Operation } from './operation.ts';

export const createMultipartUpload: Operation = ({ bucket, key, headers }, { store, now, newId }) => {
  const named = headers.get('x-amz-checksum-algorithm');
  const type = headers.get('x-amz-checksum-type');
  if (type !== undefined && named === undefined) {
    throw new S3Error(
      'InvalidRequest',
      'The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header.',
    );
  }
  const algorithm = named === undefined ? DEFAULT_ALGORITHM : parseAlgorithm(named);
  const initiated = now();
  const upload: Upload = {
    id: `${initiated.toString(16).padStart(12, '0')}-${newId()}`,
    bucket,
    key,
    initiated,
    headers: storedHeaders(headers),
    algorithm,
    checksumType: checksumType(algorithm, type),
    declared: named !== undefined,
  };
  store.uploads.insert(upload);
  return xmlReply(
    xmlDocument('InitiateMultipartUploadResult', [
      xmlFields({ Bucket: bucket, Key: key, UploadId: upload.id }),
    ]),
    upload.declared
      ? { 'x-amz-checksum-algorithm': algorithm.toUpperCase(), 'x-amz-checksum-type': upload.checksumType }
      : {},
  );
};

export const abortMultipartUpload: Operation = (request, { store }) => {
  store.transact(() => store.deleteUpload(requireUpload(request, store)));
  return { status: 204 };
};

/**
 * The upload that a request names, which must belong to its bucket and key.
 * @throws {S3Error} NoSuchUpload
 */
export function requireUpload({ bucket, key, query }: S3Request, store: Store): Upload {
  const id = query.get('uploadId') ?? '';
  const upload = store.uploads.get(id);
  if (upload?.bucket === bucket && upload.key === key) return upload;
  throw new S3Error('NoSuchUpload', undefined, { UploadId: id });
}
