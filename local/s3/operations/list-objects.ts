import { S3Error } from '../protocol/errors.ts';
import { keyAfter, listKeys } from '../protocol/listing.ts';
import { xmlReply } from '../protocol/reply.ts';
import { parseCount, type S3Request } from '../protocol/request.ts';
import { xmlDocument, xmlFields, xmlGroup } from '../protocol/xml.ts';
import { type Operation, quoted } from './operation.ts';

const MAX_KEYS = 1000;

export const listObjectsV2: Operation = ({ bucket, query }, { store }) => {
  if (query.get('list-type') !== '2') throw new S3Error('NotImplemented');
  const encode = keyEncoder(query);
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const startAfter = query.get('start-after');
  const token = query.get('continuation-token');
  const maxKeys = Math.min(MAX_KEYS, parseCount('max-keys', query.get('max-keys'), MAX_KEYS));
  const from = token === undefined ? (startAfter ? keyAfter(startAfter) : '') : decodeToken(token);
  const { entries, commonPrefixes, next } = listKeys(
    (first, limit) => store.objects.page(bucket, first, limit),
    {
      prefix,
      delimiter,
      from,
      maxKeys,
    },
  );
  return xmlReply(
    xmlDocument('ListBucketResult', [
      xmlFields({
        Name: bucket,
        Prefix: encode(prefix),
        Delimiter: delimiter === '' ? undefined : encode(delimiter),
        StartAfter: startAfter === undefined ? undefined : encode(startAfter),
        MaxKeys: maxKeys,
        KeyCount: entries.length + commonPrefixes.length,
        EncodingType: query.get('encoding-type'),
        IsTruncated: next !== undefined,
        ContinuationToken: token,
        NextContinuationToken: next === undefined ? undefined : encodeToken(next),
      }),
      ...entries.map(({ key, modified, etag, size, checksum }) =>
        xmlGroup('Contents', [
          xmlFields({
            Key: encode(key),
            LastModified: new Date(modified).toISOString(),
            ETag: quoted(etag),
            ChecksumAlgorithm: checksum.algorithm.toUpperCase(),
            ChecksumType: checksum.type,
            Size: size,
            StorageClass: 'STANDARD',
          }),
        ]),
      ),
      ...commonPrefixes.map((group) => xmlGroup('CommonPrefixes', [xmlFields({ Prefix: encode(group) })])),
    ]),
  );
};

/** How names are written: as they are, or URL-encoded if the client asked for it. */
export function keyEncoder(query: S3Request['query']): (key: string) => string {
  const type = query.get('encoding-type');
  if (type === undefined) return (key) => key;
  if (type !== 'url') throw new S3Error('InvalidArgument', 'Invalid Encoding Method specified in Request');
  return (key) => encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+');
}

const encodeToken = (next: string): string => Buffer.from(next).toString('base64url');

function decodeToken(token: string): string {
  const next = Buffer.from(token, 'base64url').toString('utf8');
  if (token !== '' && encodeToken(next) === token) return next;
  throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect', {
    ArgumentName: 'continuation-token',
  });
}
