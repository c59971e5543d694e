import type { ByteSource } from '../byte-source.ts';
import { NativeContainerError } from './error.ts';

/** Element ids of EBML (RFC 8794) and Matroska (RFC 9559), length marker included. */
export const Id = {
  ebml: 0x1a45dfa3,
  crc32: 0xbf,
  void: 0xec,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackType: 0x83,
  cues: 0x1c53bb6b,
  chapters: 0x1043a770,
  attachments: 0x1941a469,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  position: 0xa7,
  prevSize: 0xab,
  silentTracks: 0x5854,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  encryptedBlock: 0xaf,
  tags: 0x1254c367,
  tag: 0x7373,
  targets: 0x63c0,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
  tagBinary: 0x4485,
} as const;

/** An id of 4 bytes and a size of 8. */
const MAX_HEADER_BYTES = 12;

/** Offsets in the file, or in the buffer it was parsed from. `end` is null for an element of unknown size. */
export interface EbmlElement {
  readonly id: number;
  readonly start: number;
  readonly dataStart: number;
  readonly end: number | null;
}

/** The element at `offset`, or null where none can be parsed. `end` may lie beyond the buffer. */
export function parseElement(bytes: Uint8Array, offset: number): EbmlElement | null {
  const idBytes = vintLength(bytes[offset], 4);
  const sizeAt = offset + idBytes;
  const sizeBytes = vintLength(bytes[sizeAt], 8);
  const dataStart = sizeAt + sizeBytes;
  if (idBytes === 0 || sizeBytes === 0 || dataStart > bytes.length) return null;
  let id = 0;
  for (let i = offset; i < sizeAt; i++) id = id * 256 + (bytes[i] ?? 0);
  const marker = 2 ** (8 - sizeBytes);
  let size = (bytes[sizeAt] ?? 0) - marker;
  for (let i = sizeAt + 1; i < dataStart; i++) size = size * 256 + (bytes[i] ?? 0);
  // All size bits set means "unknown" (RFC 8794 §6.2). 2^56 − 1 rounds to 2^56 in a double.
  const unknown = size >= 2 ** (7 * sizeBytes) - 1;
  return { id, start: offset, dataStart, end: unknown ? null : dataStart + size };
}

/** Length in bytes of a variable-size integer by its first byte (RFC 8794 §4); 0 if it is not one of ≤ `max`. */
function vintLength(first: number | undefined, max: number): number {
  const length = first ? Math.clz32(first) - 23 : 0;
  return length <= max ? length : 0;
}

/** @throws NativeContainerError where no element starts, or where one of known size does not end by `limit`. */
export async function readElement(source: ByteSource, start: number, limit: number): Promise<EbmlElement> {
  const end = Math.min(start + MAX_HEADER_BYTES, limit);
  const parsed = start < end ? parseElement(await source.read(start, end), 0) : null;
  if (parsed === null) throw new NativeContainerError('malformed', `no EBML element starts at byte ${start}`);
  const element = {
    id: parsed.id,
    start,
    dataStart: start + parsed.dataStart,
    end: parsed.end === null ? null : start + parsed.end,
  };
  if (element.end !== null && element.end > limit) {
    throw new NativeContainerError('truncated', `the EBML element at byte ${start} is cut off`);
  }
  return element;
}

/** A size in exactly `bytes` bytes. The value must be below 2^(7·bytes) − 1. */
export function encodeSize(size: number, bytes: number): Uint8Array {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64BE(BigInt(size) | (1n << BigInt(7 * bytes)));
  return buffer.subarray(8 - bytes);
}

/** A non-negative integer in as few bytes as it takes, at least one. */
export function encodeUint(value: number): Uint8Array {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
}

/** The header of an element with `size` bytes of data. */
export const elementHeader = (id: number, size: number, sizeBytes = 8): Uint8Array =>
  Buffer.concat([encodeUint(id), encodeSize(size, sizeBytes)]);

/** A small element: its size, below 127, takes one byte. */
export const smallElement = (id: number, data: Uint8Array): Uint8Array =>
  Buffer.concat([elementHeader(id, data.length, 1), data]);
