/**
 * Decoding of `aws-chunked` bodies, unsigned and signed, with trailers.
 * Source: "Signature calculations: transferring payload in multiple chunks", and the same with trailing headers,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html and sigv4-streaming-trailers.html
 */
import { createHash } from 'node:crypto';
import { hmac, type Signature, sameSignature, sha256Hex } from '../../protocol/sigv4.ts';
import { S3Error } from './errors.ts';

const MAX_LINE_BYTES = 4096;
const MAX_TRAILERS = 8;
const TRAILER_SIGNATURE = 'x-amz-trailer-signature';

/**
 * Hands the payload to `onData` piece by piece and returns the trailers by lower-case name.
 * With `signature` every chunk must carry its signature, continued from that of the request.
 * @throws {S3Error} IncompleteBody, SignatureDoesNotMatch
 */
export async function decodeAwsChunked(
  source: AsyncIterable<Buffer>,
  signature: Signature | null,
  onData: (data: Buffer) => Promise<void>,
): Promise<Map<string, string>> {
  const reader = new ByteReader(source);
  try {
    return await decode(reader, signature === null ? undefined : new SignatureChain(signature), onData);
  } finally {
    await reader.close();
  }
}

async function decode(
  reader: ByteReader,
  chain: SignatureChain | undefined,
  onData: (data: Buffer) => Promise<void>,
): Promise<Map<string, string>> {
  for (;;) {
    const [, hexSize = '', given = ''] =
      /^([\da-f]{1,13})(?:;chunk-signature=([\da-f]{64}))?$/i.exec((await reader.line()) ?? '') ?? [];
    if (hexSize === '') throw new S3Error('IncompleteBody', 'A chunk header of the body is malformed.');
    const size = Number.parseInt(hexSize, 16);
    const hash = chain && createHash('sha256');
    for (let left = size; left > 0; ) {
      const data = await reader.take(left);
      hash?.update(data);
      left -= data.length;
      await onData(data);
    }
    if (hash) chain?.check('AWS4-HMAC-SHA256-PAYLOAD', [sha256Hex(''), hash.digest('hex')], given);
    if (size === 0) return readTrailers(reader, chain);
    if ((await reader.line()) !== '')
      throw new S3Error('IncompleteBody', 'A chunk of the body is longer than its size.');
  }
}

async function readTrailers(
  reader: ByteReader,
  chain: SignatureChain | undefined,
): Promise<Map<string, string>> {
  const trailers = new Map<string, string>();
  for (let line = await reader.line(); line !== undefined; line = await reader.line()) {
    if (line === '') continue;
    const [, name = '', value = ''] = /^([\w-]+):(.*)$/.exec(line) ?? [];
    if (name === '' || trailers.size >= MAX_TRAILERS)
      throw new S3Error('IncompleteBody', 'A trailer is malformed.');
    trailers.set(name.toLowerCase(), value.trim());
  }
  const given = trailers.get(TRAILER_SIGNATURE);
  trailers.delete(TRAILER_SIGNATURE);
  if (chain && trailers.size > 0) {
    const canonical = [...trailers].map(([name, value]) => `${name}:${value}\n`).join('');
    chain.check('AWS4-HMAC-SHA256-TRAILER', [sha256Hex(canonical)], given ?? '');
  }
  return trailers;
}

/** Each signature covers the one before it, so that chunks can't be dropped, repeated or reordered. */
class SignatureChain {
  readonly #seed: Signature;
  #previous: string;

  constructor(seed: Signature) {
    this.#seed = seed;
    this.#previous = seed.value;
  }

  check(kind: string, hashes: readonly string[], given: string): void {
    const { timestamp, scope, signingKey } = this.#seed;
    const expected = hmac(
      signingKey,
      [kind, timestamp, scope, this.#previous, ...hashes].join('\n'),
    ).toString('hex');
    if (!sameSignature(expected, given)) throw new S3Error('SignatureDoesNotMatch');
    this.#previous = expected;
  }
}

class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next line without its line end; undefined at the end. */
  async line(): Promise<string | undefined> {
    let end = this.#buffer.indexOf(0x0a);
    while (end < 0) {
      if (this.#buffer.length > MAX_LINE_BYTES)
        throw new S3Error('IncompleteBody', 'A chunk header is too long.');
      const more = await this.#pull();
      if (!more && this.#buffer.length === 0) return undefined;
      if (!more) throw new S3Error('IncompleteBody');
      end = this.#buffer.indexOf(0x0a);
    }
    return this.#consume(end + 1)
      .toString('latin1')
      .replace(/\r?\n$/, '');
  }

  /** Between 1 and `max` bytes. */
  async take(max: number): Promise<Buffer> {
    if (this.#buffer.length === 0 && !(await this.#pull())) throw new S3Error('IncompleteBody');
    return this.#consume(Math.min(max, this.#buffer.length));
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #pull(): Promise<boolean> {
    const { value, done } = await this.#source.next();
    if (done) return false;
    this.#buffer = this.#buffer.length === 0 ? value : Buffer.concat([this.#buffer, value]);
    return true;
  }

  #consume(count: number): Buffer {
    const taken = this.#buffer.subarray(0, count);
    this.#buffer = this.#buffer.subarray(count);
    return taken;
  }
}
