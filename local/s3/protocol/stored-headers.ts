/** The headers of an object that S3 keeps and gives back: content headers and user metadata. */
import { S3Error } from './errors.ts';

const MAX_METADATA_BYTES = 2048;
const METADATA = 'x-amz-meta-';
const CONTENT_HEADERS = [
  'cache-control',
  'content-disposition',
  'content-language',
  'content-type',
  'expires',
];
const OVERRIDABLE = [...CONTENT_HEADERS, 'content-encoding'];

/** By lower-case name. */
export type StoredHeaders = Readonly<Record<string, string>>;

/**
 * The headers of a PUT that are stored.
 * @throws {S3Error} MetadataTooLarge, InvalidArgument
 */
export function storedHeaders(headers: ReadonlyMap<string, string>): StoredHeaders {
  const kept = [...headers].filter(([name]) => CONTENT_HEADERS.includes(name) || name.startsWith(METADATA));
  const metadataBytes = kept
    .filter(([name]) => name.startsWith(METADATA))
    .reduce(
      (sum, [name, value]) => sum + Buffer.byteLength(name.slice(METADATA.length)) + Buffer.byteLength(value),
      0,
    );
  if (metadataBytes > MAX_METADATA_BYTES) {
    throw new S3Error('MetadataTooLarge', undefined, { MaxSizeAllowed: String(MAX_METADATA_BYTES) });
  }
  const encoding = storedEncoding(headers.get('content-encoding'));
  return sendable({
    'content-type': 'binary/octet-stream',
    ...Object.fromEntries(kept),
    ...(encoding !== '' && { 'content-encoding': encoding }),
  });
}

/** `aws-chunked` describes the transfer, not the object. */
const storedEncoding = (header = ''): string =>
  header
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'aws-chunked')
    .join(',');

/**
 * The stored headers, overridden by the `response-*` query parameters.
 * @throws {S3Error} InvalidArgument
 */
export function responseHeaders(
  stored: StoredHeaders,
  query: ReadonlyMap<string, string>,
): Record<string, string> {
  const result: Record<string, string> = { ...stored };
  for (const name of OVERRIDABLE) {
    const value = query.get(`response-${name}`);
    if (value !== undefined) result[name] = value;
  }
  return sendable(result);
}

/** A presigned URL can carry values that no HTTP header can. */
function sendable(headers: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) continue;
    throw new S3Error('InvalidArgument', 'Header value cannot be represented using ISO-8859-1.', {
      ArgumentName: name,
      ArgumentValue: value,
    });
  }
  return headers;
}
