import { receiveText } from '../protocol/body.ts';
import { S3Error } from '../protocol/errors.ts';
import { xmlReply } from '../protocol/reply.ts';
import { parseCount } from '../protocol/request.ts';
import { childText, parseXml, xmlDocument, xmlFields, xmlGroup } from '../protocol/xml.ts';
import { keyEncoder } from './list-objects.ts';
import { type Operation, quoted } from './operation.ts';

const MAX_KEYS = 1000;
const MAX_BODY_BYTES = 64 * 1024;

/** Versioning can be turned on; to suspend it is not implemented. */
export const putBucketVersioning: Operation = async (request, { store }) => {
  const document = parseXml(await receiveText(request, { maxSize: MAX_BODY_BYTES }));
  if (document.name !== 'VersioningConfiguration') throw new S3Error('MalformedXML');
  if (childText(document, 'Status') !== 'Enabled') throw new S3Error('NotImplemented');
  store.versions.enable(request.bucket);
  return { status: 200 };
};

/** All versions with a prefix by key, newest first; delimiters are not implemented. */
export const listObjectVersions: Operation = ({ bucket, query }, { store }) => {
  if (query.has('delimiter')) throw new S3Error('NotImplemented');
  const encode = keyEncoder(query);
  const prefix = query.get('prefix') ?? '';
  const after = query.get('key-marker');
  const maxKeys = Math.min(MAX_KEYS, parseCount('max-keys', query.get('max-keys'), MAX_KEYS));
  // A key marker alone names the last key of the page before.
  const version = query.get('version-id-marker') ?? '';
  const position =
    after === undefined
      ? store.versions.positionOf(bucket, prefix, undefined)
      : version === ''
        ? { key: after, sequence: 0 }
        : store.versions.positionOf(bucket, after, version);
  const found = store.versions.page(bucket, position, maxKeys + 1);
  const rows = found.filter(({ key }) => key.startsWith(prefix));
  const shown = rows.slice(0, maxKeys);
  const last = rows.length > maxKeys ? shown.at(-1) : undefined;
  return xmlReply(
    xmlDocument('ListVersionsResult', [
      xmlFields({
        Name: bucket,
        Prefix: encode(prefix),
        MaxKeys: maxKeys,
        EncodingType: query.get('encoding-type'),
        IsTruncated: last !== undefined,
        NextKeyMarker: last && encode(last.key),
        NextVersionIdMarker: last?.version,
      }),
      ...shown.map(({ key, version: VersionId, modified, object }, index) =>
        xmlGroup(object === null ? 'DeleteMarker' : 'Version', [
          xmlFields({
            Key: encode(key),
            VersionId,
            IsLatest: key !== (index === 0 ? after : shown[index - 1]?.key),
            LastModified: new Date(modified).toISOString(),
            ...(object !== null && {
              ETag: quoted(object.etag),
              Size: object.size,
              StorageClass: 'STANDARD',
            }),
          }),
        ]),
      ),
    ]),
  );
};

/**
 * Removes a delete marker, so that what it was put upon is there again, or a version for good. To remove the current one is not
 * implemented.
 */
export const deleteObjectVersion: Operation = ({ bucket, key, query }, { store }) => {
  const version = query.get('versionId') ?? '';
  store.transact(() => {
    const found = store.versions.find(bucket, key, version);
    if (store.objects.get(bucket, key)?.content === version) throw new S3Error('NotImplemented');
    if (found?.object) store.deleteVersion(found);
    else if (found !== undefined) store.deleteMarker(found);
  });
  return { status: 204 };
};
