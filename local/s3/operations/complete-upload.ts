import { createHash } from 'node:crypto';
import { receiveText } from '../protocol/body.ts';
import { type Checksum, checksumElement, checksumHeader, joinChecksums } from '../protocol/checksums.ts';
import { checkWrite } from '../protocol/conditions.ts';
import { S3Error } from '../protocol/errors.ts';
import { xmlReply } from '../protocol/reply.ts';
import type { S3Request } from '../protocol/request.ts';
import { childText, parseXml, xmlDocument, xmlFields } from '../protocol/xml.ts';
import type { StoredObject } from '../store/objects.ts';
import type { Store } from '../store/store.ts';
import type { Part, Upload } from '../store/uploads.ts';
import { requireUpload } from './multipart-upload.ts';
import { type Operation, quoted } from './operation.ts';

const MIN_PART_BYTES = 5 * 1024 ** 2;
const MAX_BODY_BYTES = 4 * 1024 ** 2;

/** The object takes over the blobs of its parts: completing moves no bytes, whatever the size. */
export const completeMultipartUpload: Operation = async (request, { store, now, newId }) => {
  const { bucket, key, headers } = request;
  const wanted = parseCompletion(
    await receiveText(request, { maxSize: MAX_BODY_BYTES, checksumOf: 'object' }),
  );
  return store.transact(() => {
    const upload = requireUpload(request, store);
    const parts = selectParts(store, upload, wanted);
    const checksum = joinChecksums(
      upload.algorithm,
      upload.checksumType,
      parts.map((part) => ({ checksum: Buffer.from(part.checksum, 'base64'), size: part.size })),
    );
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    checkObject(headers, upload, checksum, size);
    checkWrite(store.objects.get(bucket, key), headers);

    const object: StoredObject = {
      bucket,
      key,
      content: newId(),
      size,
      etag: joinEtags(parts),
      modified: now(),
      headers: upload.headers,
      checksum,
    };
    store.contents.join(object.content, parts);
    store.putObject(object, 'ObjectCreated:CompleteMultipartUpload');
    store.deleteUpload(upload);
    const fields = {
      Location: `http://${headers.get('host')}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`,
      Bucket: bucket,
      Key: key,
      ETag: quoted(object.etag),
      [checksumElement(checksum.algorithm)]: checksum.value,
      ChecksumType: checksum.type,
    };
    return xmlReply(xmlDocument('CompleteMultipartUploadResult', [xmlFields(fields)]));
  });
};

interface WantedPart {
  number: number;
  etag: string;
  /** Every checksum named, by element. */
  checksums: ReadonlyMap<string, string>;
}

function parseCompletion(xml: string): WantedPart[] {
  const document = parseXml(xml);
  const entries = document.children.filter(({ name }) => name === 'Part');
  if (document.name !== 'CompleteMultipartUpload' || entries.length === 0) throw new S3Error('MalformedXML');
  return entries.map((entry) => {
    const number = Number(childText(entry, 'PartNumber') ?? Number.NaN);
    const etag = childText(entry, 'ETag')?.trim().replace(/^"|"$/g, '');
    if (!Number.isInteger(number) || etag === undefined) throw new S3Error('MalformedXML');
    const checksums = entry.children.filter(({ name }) => name.startsWith('Checksum'));
    return { number, etag, checksums: new Map(checksums.map(({ name, text }) => [name, text])) };
  });
}

function selectParts(store: Store, upload: Upload, wanted: readonly WantedPart[]): Part[] {
  const stored = new Map(store.uploads.parts(upload.id).map((part) => [part.number, part]));
  const element = checksumElement(upload.algorithm);
  const parts = wanted.map(({ number, etag, checksums }, index) => {
    if (number <= (wanted[index - 1]?.number ?? 0))
      throw new S3Error('InvalidPartOrder', undefined, { UploadId: upload.id });
    const part = stored.get(number);
    if (upload.checksumType === 'COMPOSITE' && !checksums.has(element)) {
      throw new S3Error(
        'InvalidRequest',
        `The upload was created using a ${upload.algorithm} checksum. The complete request must include the checksum for each part.`,
      );
    }
    const same = [...checksums].every(
      ([name, value]) => upload.declared && name === element && value === part?.checksum,
    );
    if (part?.etag === etag && same) return part;
    throw new S3Error('InvalidPart', undefined, {
      UploadId: upload.id,
      PartNumber: String(number),
      ETag: etag,
    });
  });
  for (const part of parts.slice(0, -1)) {
    if (part.size >= MIN_PART_BYTES) continue;
    throw new S3Error('EntityTooSmall', undefined, {
      ProposedSize: String(part.size),
      MinSizeAllowed: String(MIN_PART_BYTES),
      PartNumber: String(part.number),
      ETag: part.etag,
    });
  }
  return parts;
}

/**
 * What the client states about the whole object. A checksum here is that of the object, not of the request's body; it is
 * compared only where the upload was created with one.
 */
function checkObject(
  headers: S3Request['headers'],
  { declared }: Upload,
  checksum: Checksum,
  size: number,
): void {
  const type = headers.get('x-amz-checksum-type');
  const expectedType = declared ? checksum.type : 'null';
  if (type !== undefined && type !== expectedType) {
    throw new S3Error(
      'InvalidRequest',
      `The upload was created using the ${expectedType} checksum mode. The complete request must use the same checksum mode.`,
    );
  }
  const given = declared ? headers.get(checksumHeader(checksum.algorithm)) : undefined;
  if (given !== undefined && given !== checksum.value) {
    throw new S3Error(
      'BadDigest',
      `The ${checksum.algorithm} you specified did not match the calculated checksum.`,
    );
  }
  const expectedSize = headers.get('x-amz-mp-object-size');
  if (expectedSize !== undefined && expectedSize !== String(size)) {
    throw new S3Error(
      'InvalidRequest',
      `The provided 'x-amz-mp-object-size' header does not match what was computed.`,
    );
  }
}

/** MD5 over the parts' MD5s, and their number. */
function joinEtags(parts: readonly Part[]): string {
  const md5 = createHash('md5');
  for (const { etag } of parts) md5.update(etag, 'hex');
  return `${md5.digest('hex')}-${parts.length}`;
}
