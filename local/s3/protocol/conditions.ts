/** Conditional requests: RFC 9110 section 13, as S3 applies it. */
import { S3Error } from './errors.ts';

interface Validators {
  /** Without quotes. */
  etag: string;
  /** Epoch milliseconds. */
  modified: number;
}

type Headers = ReadonlyMap<string, string>;

const COPY_SOURCE = 'x-amz-copy-source-';

/**
 * Whether the client already has the object (304).
 * @throws {S3Error} PreconditionFailed
 */
export function isNotModified(object: Validators, headers: Headers): boolean {
  return evaluate(object, (name) => headers.get(name));
}

/** @throws {S3Error} PreconditionFailed, also where a read would answer 304 */
export function checkCopySource(object: Validators, headers: Headers): void {
  if (evaluate(object, (name) => headers.get(COPY_SOURCE + name)))
    throw failed(`${COPY_SOURCE}If-None-Match`);
}

/** @throws {S3Error} PreconditionFailed, NoSuchKey (If-Match on nothing), NotImplemented */
export function checkWrite(existing: Validators | undefined, headers: Headers): void {
  const ifMatch = headers.get('if-match');
  const ifNoneMatch = headers.get('if-none-match');
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') throw new S3Error('NotImplemented');
  if (ifNoneMatch === '*' && existing) throw failed('If-None-Match');
  if (ifMatch === undefined) return;
  if (!existing) throw new S3Error('NoSuchKey');
  if (!matches(ifMatch, existing.etag)) throw failed('If-Match');
}

/** Whether a range applies: yes, unless If-Range names another version of the object. */
export function rangeApplies(object: Validators, headers: Headers): boolean {
  const ifRange = headers.get('if-range');
  if (ifRange === undefined) return true;
  return ifRange.startsWith('"')
    ? matches(ifRange, object.etag)
    : Date.parse(ifRange) === seconds(object.modified);
}

function evaluate({ etag, modified }: Validators, header: (name: string) => string | undefined): boolean {
  const ifMatch = header('if-match');
  const ifNoneMatch = header('if-none-match');
  const ifModifiedSince = Date.parse(header('if-modified-since') ?? '');
  const ifUnmodifiedSince = Date.parse(header('if-unmodified-since') ?? '');
  if (ifMatch !== undefined && !matches(ifMatch, etag)) throw failed('If-Match');
  if (ifMatch === undefined && seconds(modified) > ifUnmodifiedSince) throw failed('If-Unmodified-Since');
  if (ifNoneMatch !== undefined) return matches(ifNoneMatch, etag);
  return seconds(modified) <= ifModifiedSince;
}

const matches = (list: string, etag: string): boolean =>
  list.split(',').some((item) => {
    const tag = item.trim().replace(/^W\//, '');
    return tag === '*' || tag.replace(/^"|"$/g, '') === etag;
  });

/** HTTP dates have whole seconds. */
const seconds = (modified: number): number => Math.floor(modified / 1000) * 1000;

const failed = (condition: string): S3Error =>
  new S3Error('PreconditionFailed', undefined, { Condition: condition });
