import type { IncomingMessage } from 'node:http';
import type { Signature } from '../../protocol/sigv4.ts';
import { parseQuery } from '../../protocol/sigv4.ts';
import { S3Error } from './errors.ts';

const MAX_KEY_BYTES = 1024;

/** What a path-style request addresses. `key` is empty for the bucket itself. */
interface Target {
  bucket: string;
  key: string;
  query: ReadonlyMap<string, string>;
}

/** A request whose sender is known. */
export interface S3Request extends Target {
  method: string;
  /**
   * Lower-case names. Includes the `x-amz-*` headers that a presigned URL carries as query parameters.
   * `x-amz-content-sha256` is always present.
   */
  headers: ReadonlyMap<string, string>;
  /** Null for a request of this process. */
  signature: Signature | null;
  /** As received, with the framing of the client if there is any. */
  body: AsyncIterable<Buffer>;
}

/** @throws {S3Error} InvalidURI, KeyTooLongError */
export function parseTarget(url: string): Target {
  const [path = '', search = ''] = url.split(/\?(.*)/s);
  const [, rawBucket = '', rawKey = ''] = /^\/([^/]*)(?:\/(.*))?$/s.exec(path) ?? [];
  if (!path.startsWith('/')) throw new S3Error('InvalidURI');
  try {
    const key = decodeURIComponent(rawKey);
    if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw new S3Error('KeyTooLongError');
    return { bucket: decodeURIComponent(rawBucket), key, query: new Map(parseQuery(search)) };
  } catch (error) {
    throw error instanceof S3Error ? error : new S3Error('InvalidURI');
  }
}

/** Headers of a request and those that a presigned URL carries in its query. */
export function effectiveHeaders(
  message: IncomingMessage,
  target: Target,
  signature: Signature,
): Map<string, string> {
  const headers = new Map<string, string>();
  if (signature.via === 'query') {
    for (const [name, value] of target.query) {
      if (/^x-amz-/i.test(name)) headers.set(name.toLowerCase(), value);
    }
  }
  for (const [name, values = []] of Object.entries(message.headersDistinct))
    headers.set(name, values.join(','));
  return headers;
}

/**
 * A whole number of at most 9 digits from a query parameter or header.
 * @throws {S3Error} InvalidArgument
 */
export function parseCount(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new S3Error('InvalidArgument', `Provided ${name} not an integer or within integer range`, {
    ArgumentName: name,
    ArgumentValue: text,
  });
}
