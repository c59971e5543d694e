import { checksumElement } from '../protocol/checksums.ts';
import { S3Error } from '../protocol/errors.ts';
import { xmlReply } from '../protocol/reply.ts';
import { parseCount } from '../protocol/request.ts';
import { xmlDocument, xmlFields, xmlGroup } from '../protocol/xml.ts';
import { keyEncoder } from './list-objects.ts';
import { requireUpload } from './multipart-upload.ts';
import { type Operation, quoted } from './operation.ts';

const MAX_ENTRIES = 1000;

export const listParts: Operation = (request, { store }) => {
  const { bucket, key, query } = request;
  const upload = requireUpload(request, store);
  const marker = parseCount('part-number-marker', query.get('part-number-marker'), 0);
  const maxParts = Math.min(MAX_ENTRIES, parseCount('max-parts', query.get('max-parts'), MAX_ENTRIES));
  const found = store.uploads.parts(upload.id, marker, maxParts + 1);
  const parts = found.slice(0, maxParts);
  const truncated = found.length > maxParts;
  return xmlReply(
    xmlDocument('ListPartsResult', [
      xmlFields({
        Bucket: bucket,
        Key: keyEncoder(query)(key),
        UploadId: upload.id,
        StorageClass: 'STANDARD',
        PartNumberMarker: marker,
        NextPartNumberMarker: parts.at(-1)?.number ?? 0,
        MaxParts: maxParts,
        IsTruncated: truncated,
        ...(upload.declared && {
          ChecksumAlgorithm: upload.algorithm.toUpperCase(),
          ChecksumType: upload.checksumType,
        }),
      }),
      ...parts.map(({ number, modified, etag, size, checksum }) =>
        xmlGroup('Part', [
          xmlFields({
            PartNumber: number,
            LastModified: new Date(modified).toISOString(),
            ETag: quoted(etag),
            Size: size,
            ...(upload.declared && { [checksumElement(upload.algorithm)]: checksum }),
          }),
        ]),
      ),
    ]),
  );
};

export const listMultipartUploads: Operation = ({ bucket, query }, { store }) => {
  if (query.has('delimiter')) throw new S3Error('NotImplemented');
  const encode = keyEncoder(query);
  const prefix = query.get('prefix') ?? '';
  const keyMarker = query.get('key-marker') ?? '';
  const idMarker = keyMarker === '' ? undefined : query.get('upload-id-marker');
  const maxUploads = Math.min(MAX_ENTRIES, parseCount('max-uploads', query.get('max-uploads'), MAX_ENTRIES));
  const found = store.uploads.page(bucket, { prefix, keyMarker, idMarker }, maxUploads + 1);
  const uploads = found.slice(0, maxUploads);
  const truncated = found.length > maxUploads;
  const last = uploads.at(-1);
  return xmlReply(
    xmlDocument('ListMultipartUploadsResult', [
      xmlFields({
        Bucket: bucket,
        Prefix: encode(prefix),
        KeyMarker: encode(keyMarker),
        UploadIdMarker: idMarker ?? '',
        NextKeyMarker: truncated && last ? encode(last.key) : undefined,
        NextUploadIdMarker: truncated ? last?.id : undefined,
        EncodingType: query.get('encoding-type'),
        MaxUploads: maxUploads,
        IsTruncated: truncated,
      }),
      ...uploads.map(({ key, id, initiated, declared, algorithm, checksumType }) =>
        xmlGroup('Upload', [
          xmlFields({
            Key: encode(key),
            UploadId: id,
            StorageClass: 'STANDARD',
            Initiated: new Date(initiated).toISOString(),
            ...(declared && { ChecksumAlgorithm: algorithm.toUpperCase(), ChecksumType: checksumType }),
          }),
        ]),
      ),
    ]),
  );
};
