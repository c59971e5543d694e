import { createHash } from 'node:crypto';
import { decodeAwsChunked } from './aws-chunked.ts';
import {
  CHECKSUM_ALGORITHMS,
  type ChecksumAlgorithm,
  checksumHeader,
  decodeChecksum,
  startDigest,
} from './checksums.ts';
import { S3Error } from './errors.ts';
import type { S3Request } from './request.ts';

/** Length and digests of a body that passed every check requested by its sender. */
interface ReceivedBody {
  size: number;
  md5: Buffer;
  checksums: ReadonlyMap<ChecksumAlgorithm, Buffer>;
}

interface BodyExpectation {
  maxSize: number;
  /** Checksums to compute besides the one sent with the body. */
  algorithms?: readonly ChecksumAlgorithm[];
  /** What an x-amz-checksum-* header covers: when an upload is completed, the object. */
  checksumOf?: 'body' | 'object';
}

type Headers = S3Request['headers'];

/**
 * Streams the payload of a request into `write`, decoded, and checks its length, its hash, its Content-MD5 and its
 * checksum (header or trailer). What was written counts only if this returns.
 * @throws {S3Error} BadDigest, XAmzContentSHA256Mismatch, SignatureDoesNotMatch, IncompleteBody, EntityTooLarge,
 *   MissingContentLength, InvalidDigest, InvalidRequest
 */
export async function receiveBody(
  request: S3Request,
  { maxSize, algorithms = [], checksumOf = 'body' }: BodyExpectation,
  write: (data: Buffer) => Promise<void> | void,
): Promise<ReceivedBody> {
  const { headers } = request;
  const payloadHash = headers.get('x-amz-content-sha256') ?? '';
  const streaming = payloadHash.startsWith('STREAMING-');
  const expectedSize = contentLength(headers, streaming, maxSize);
  const expectedMd5 = contentMd5(headers);
  const declared = checksumOf === 'body' ? declaredChecksum(headers) : undefined;

  const md5 = createHash('md5');
  const sha256 = /^[\da-f]{64}$/.test(payloadHash) ? createHash('sha256') : undefined;
  const digests = new Map(
    [...new Set([...algorithms, ...(declared ? [declared.algorithm] : [])])].map((name) => [
      name,
      startDigest(name),
    ]),
  );
  let size = 0;
  const consume = async (data: Buffer): Promise<void> => {
    size += data.length;
    if (size > expectedSize) throw new S3Error('IncompleteBody');
    md5.update(data);
    sha256?.update(data);
    for (const digest of digests.values()) digest.update(data);
    await write(data);
  };

  let trailers = new Map<string, string>();
  if (streaming) {
    const isSigned = payloadHash.startsWith('STREAMING-AWS4-');
    if (isSigned && request.signature === null) throw new S3Error('SignatureDoesNotMatch');
    const signature = isSigned ? request.signature : null;
    trailers = await decodeAwsChunked(request.body, signature, consume);
  } else {
    for await (const data of request.body) await consume(data);
  }

  if (size !== expectedSize) throw new S3Error('IncompleteBody');
  if (sha256 && sha256.digest('hex') !== payloadHash) throw new S3Error('XAmzContentSHA256Mismatch');
  const received = {
    size,
    md5: md5.digest(),
    checksums: new Map([...digests].map(([name, digest]) => [name, digest.digest()])),
  };
  if (expectedMd5 && !expectedMd5.equals(received.md5)) {
    throw new S3Error('BadDigest', 'The Content-MD5 you specified did not match what we received.');
  }
  if (declared) checkDeclared(declared, trailers, received);
  return received;
}

/** Reads a small body as text. */
export async function receiveText(request: S3Request, expectation: BodyExpectation): Promise<string> {
  const pieces: Buffer[] = [];
  await receiveBody(request, expectation, (data) => {
    pieces.push(data);
  });
  return Buffer.concat(pieces).toString('utf8');
}

interface DeclaredChecksum {
  algorithm: ChecksumAlgorithm;
  /** Absent if it comes as a trailer. */
  value?: Buffer;
}

/**
 * The checksum sent with a body, if any.
 * @throws {S3Error} InvalidRequest
 */
export function declaredChecksum(headers: Headers): DeclaredChecksum | undefined {
  const trailer = headers.get('x-amz-trailer')?.toLowerCase();
  const declared = CHECKSUM_ALGORITHMS.flatMap((algorithm): DeclaredChecksum[] => {
    const name = checksumHeader(algorithm);
    const value = headers.get(name);
    if (value !== undefined) return [{ algorithm, value: decodeChecksum(algorithm, value) }];
    return trailer === name ? [{ algorithm }] : [];
  });
  if (declared.length > 1) {
    throw new S3Error(
      'InvalidRequest',
      'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.',
    );
  }
  const announced = headers.get('x-amz-sdk-checksum-algorithm');
  if (announced !== undefined && announced.toLowerCase() !== declared[0]?.algorithm) {
    throw new S3Error(
      'InvalidRequest',
      'x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or x-amz-trailer headers were found.',
    );
  }
  return declared[0];
}

function checkDeclared(
  { algorithm, value }: DeclaredChecksum,
  trailers: ReadonlyMap<string, string>,
  received: ReceivedBody,
): void {
  const trailer = trailers.get(checksumHeader(algorithm));
  const expected = value ?? (trailer === undefined ? undefined : decodeChecksum(algorithm, trailer));
  if (!expected) throw new S3Error('InvalidRequest', `The trailer ${checksumHeader(algorithm)} is missing.`);
  if (received.checksums.get(algorithm)?.equals(expected)) return;
  throw new S3Error(
    'BadDigest',
    `The ${algorithm.toUpperCase()} you specified did not match the calculated checksum.`,
  );
}

function contentLength(headers: Headers, streaming: boolean, maxSize: number): number {
  const text = headers.get(streaming ? 'x-amz-decoded-content-length' : 'content-length');
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw new S3Error('MissingContentLength');
  const size = Number(text);
  if (size <= maxSize) return size;
  throw new S3Error('EntityTooLarge', undefined, { ProposedSize: text, MaxSizeAllowed: String(maxSize) });
}

function contentMd5(headers: Headers): Buffer | undefined {
  const text = headers.get('content-md5');
  if (text === undefined) return undefined;
  const value = Buffer.from(text, 'base64');
  if (value.length !== 16) throw new S3Error('InvalidDigest');
  return value;
}
