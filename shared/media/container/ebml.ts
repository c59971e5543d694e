import type { StructureReader } from './structure-reader.ts';

/** Element ids of EBML (RFC 8794) and Matroska (RFC 9559), length marker included. */
export const Id = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
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
  trackNumber: 0xd7,
  trackType: 0x83,
  codecId: 0x86,
  defaultDuration: 0x23e383,
  video: 0xe0,
  stereoMode: 0x53b8,
  contentEncodings: 0x6d80,
  contentEncryption: 0x5035,
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
const LONGEST_HEADER_BYTES = 12;

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

/**
 * Length in bytes of a variable-size integer by its first byte (RFC 8794 §4); 0 if it is longer than `max` or
 * invalid.
 */
function vintLength(first: number | undefined, max: number): number {
  const length = first ? Math.clz32(first) - 23 : 0;
  return length <= max ? length : 0;
}

/**
 * The element at `start`, with offsets in the file; null if none starts before `limit`. Its `end` may lie beyond
 * `limit`.
 * @throws MediaError `too-many-elements`
 */
export async function readElement(
  reader: StructureReader,
  start: number,
  limit: number,
): Promise<EbmlElement | null> {
  reader.countElement();
  const headerEnd = Math.min(start + LONGEST_HEADER_BYTES, limit);
  if (start >= headerEnd) return null;
  const header = reader.peek(start, headerEnd) ?? (await reader.read(start, headerEnd));
  const element = parseElement(header, 0);
  return element && moved(element, start);
}

function moved({ id, start, dataStart, end }: EbmlElement, by: number): EbmlElement {
  return { id, start: start + by, dataStart: dataStart + by, end: end === null ? null : end + by };
}

/**
 * The elements from `start` on, in order, up to the first that cannot be parsed. The last one may have no known
 * size or an end beyond `limit`.
 */
export async function* elementsWithin(
  reader: StructureReader,
  start: number,
  limit: number,
): AsyncGenerator<EbmlElement, void, undefined> {
  for (let position: number | null = start; position !== null && position < limit; ) {
    const element: EbmlElement | null = await readElement(reader, position, limit);
    if (element === null) return;
    yield element;
    position = element.end;
  }
}

/** The children of an element of known size. */
export function childElements(
  reader: StructureReader,
  { dataStart, end }: EbmlElement,
): AsyncGenerator<EbmlElement, void, undefined> {
  return elementsWithin(reader, dataStart, Math.min(end ?? dataStart, reader.size));
}

/** The Segment of a WebM file: the element that holds everything but the EBML header. */
export async function findSegment(reader: StructureReader): Promise<EbmlElement | null> {
  let isFirst = true;
  for await (const element of elementsWithin(reader, 0, reader.size)) {
    if (isFirst !== (element.id === Id.ebml)) return null;
    if (element.id === Id.segment) return element;
    isFirst = false;
  }
  return null;
}
