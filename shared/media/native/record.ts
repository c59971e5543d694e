import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';
import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import { NativeContainerError } from './native-container-error.ts';

/**
 * The record: what is embedded, the same in every container (docs/native-container.md). Big-endian:
 *
 *     version u8 = 1 | compression u8 = 1 (gzip) | reserved u16 = 0 | document length u32
 *     gzip of the document
 *     SHA-256 of the document | record length u32 | magic "VMSMETA\n"
 *
 * Magic and length are at the very end, so that a reader needs only the last bytes of the file to find the start.
 */
const MAGIC = Buffer.from('VMSMETA\n', 'latin1');
const VERSION = 1;
const GZIP = 1;
const HEADER_BYTES = 8;
const HASH_BYTES = 32;
const TRAILER_BYTES = HASH_BYTES + 4 + MAGIC.length;

export type DocumentPieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;
/** gzip adds at most 5 bytes per 16 KB to what it cannot compress. */
const MAX_RECORD_BYTES = MAX_DOCUMENT_BYTES + (1 << 16);

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/**
 * @param document its bytes in pieces; only the compressed bytes are held in memory
 * @throws NativeContainerError `document-too-large` above {@link MAX_DOCUMENT_BYTES}; whatever reading it throws
 */
export async function encodeRecord(document: DocumentPieces): Promise<Uint8Array> {
  const hash = createHash('sha256');
  let size = 0;
  const measured = async function* () {
    for await (const piece of document) {
      size += piece.length;
      if (size > MAX_DOCUMENT_BYTES) {
        throw new NativeContainerError('document-too-large', `the document has ${size} bytes or more`);
      }
      hash.update(piece);
      yield piece;
    }
  };
  const gzip = createGzip();
  // If this fails, reading from `gzip` fails as well.
  pipeline(Readable.from(measured()), gzip, () => {});
  const compressed: Buffer[] = [];
  let length = HEADER_BYTES + TRAILER_BYTES;
  for await (const piece of gzip) {
    compressed.push(piece as Buffer);
    length += piece.length;
  }
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(VERSION, 0);
  header.writeUInt8(GZIP, 1);
  header.writeUInt32BE(size, 4);
  const trailingLength = Buffer.alloc(4);
  trailingLength.writeUInt32BE(length);
  return Buffer.concat([header, ...compressed, hash.digest(), trailingLength, MAGIC]);
}

/** The document, or null unless the record is whole and its document has the recorded length and hash. */
export async function decodeRecord(record: Uint8Array): Promise<Uint8Array | null> {
  const bytes = Buffer.from(record.buffer, record.byteOffset, record.byteLength);
  if (bytes.length < HEADER_BYTES + TRAILER_BYTES) return null;
  const trailer = bytes.subarray(-TRAILER_BYTES);
  if (recordLength(trailer) !== bytes.length) return null;
  if (bytes.readUInt8(0) !== VERSION || bytes.readUInt8(1) !== GZIP) return null;
  const documentLength = bytes.readUInt32BE(4);
  if (documentLength > MAX_DOCUMENT_BYTES) return null;
  const compressed = bytes.subarray(HEADER_BYTES, -TRAILER_BYTES);
  // The recorded length bounds the decompressed size: a bomb stops there. (zlib refuses a bound of 0.)
  const document = await promisify(gunzip)(compressed, {
    maxOutputLength: Math.max(documentLength, 1),
  }).catch(() => null);
  if (document?.length !== documentLength) return null;
  return sha256(document).equals(trailer.subarray(0, HASH_BYTES)) ? document : null;
}

/** The length stated by a trailer; null if the bytes are not a trailer. */
function recordLength(trailer: Buffer): number | null {
  if (!trailer.subarray(-MAGIC.length).equals(MAGIC)) return null;
  const length = trailer.readUInt32BE(HASH_BYTES);
  return length >= HEADER_BYTES + TRAILER_BYTES && length <= MAX_RECORD_BYTES ? length : null;
}

/** Byte offsets of an element that holds a record: from its header to the end of the record. */
export interface RecordElement {
  readonly start: number;
  readonly recordStart: number;
  readonly end: number;
}

/**
 * The element whose record ends at `end`, or null. `headerFor` gives the bytes that precede a record of that length
 * in the container; they must be there, so that a document quoted inside the video is not taken for an embedded one.
 */
export async function findRecord(
  source: ByteSource,
  end: number,
  headerFor: (recordLength: number) => Uint8Array,
): Promise<RecordElement | null> {
  if (end < TRAILER_BYTES) return null;
  const length = recordLength(Buffer.from(await source.read(end - TRAILER_BYTES, end)));
  if (length === null) return null;
  const header = headerFor(length);
  const recordStart = end - length;
  const start = recordStart - header.length;
  if (start < 0) return null;
  const found = await source.read(start, recordStart);
  return Buffer.compare(found, header) === 0 ? { start, recordStart, end } : null;
}
