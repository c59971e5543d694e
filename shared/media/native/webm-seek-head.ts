import { crc32 } from 'node:zlib';
import { elementsWithin, readElement } from '../container/ebml.ts';
import type { StructureReader } from '../container/structure-reader.ts';
import { type EbmlElement, Id, parseElement } from '../headers/ebml-element.ts';
import { elementHeader, encodeUint, smallElement } from './ebml-writing.ts';

/** A SeekHead is at the front of a Segment and has an entry of about 20 bytes for each kind of element. */
const MAX_ELEMENTS_BEFORE = 8;
const MAX_SEEK_HEAD_BYTES = 4096;

/**
 * The bytes to write over the SeekHead and the beginning of the Void after it (RFC 9559 §5.1.1) so that an entry
 * points to the Tags element at file offset `tagsStart`. Null if there is such an entry already, or no Void with
 * enough room: entries are optional, and readers then find the Tags by reading on.
 */
export async function seekEntryPatch(
  reader: StructureReader,
  segmentDataStart: number,
  tagsStart: number,
): Promise<{ start: number; bytes: Uint8Array } | null> {
  const found = await findSeekHead(reader, segmentDataStart, tagsStart);
  if (found === null) return null;
  const data = Buffer.from(await reader.read(found.seekHead.dataStart, found.seekHead.end));
  const entry = seekEntry(tagsStart - segmentDataStart);
  if (data.includes(Buffer.from(entry))) return null;
  const available = found.voidEnd - found.seekHead.start;
  const bytes = refilled(withValidCrc(Buffer.concat([data, entry])), available);
  return bytes && { start: found.seekHead.start, bytes };
}

function seekEntry(position: number): Uint8Array {
  const id = smallElement(Id.seekId, encodeUint(Id.tags));
  return smallElement(Id.seek, Buffer.concat([id, smallElement(Id.seekPosition, encodeUint(position))]));
}

async function findSeekHead(
  reader: StructureReader,
  start: number,
  limit: number,
): Promise<{ seekHead: EbmlElement & { end: number }; voidEnd: number } | null> {
  let passed = 0;
  for await (const element of elementsWithin(reader, start, limit)) {
    const { id, dataStart, end } = element;
    if (passed++ === MAX_ELEMENTS_BEFORE || end === null || id === Id.cluster) return null;
    if (id !== Id.seekHead) continue;
    if (end === dataStart || end - dataStart > MAX_SEEK_HEAD_BYTES || end >= limit) return null;
    const next = await readElement(reader, end, limit);
    if (next?.id !== Id.void || next.end === null || next.end > limit) return null;
    return { seekHead: { ...element, end }, voidEnd: next.end };
  }
  return null;
}

/** A CRC-32 as first child covers the data after it, little-endian (RFC 8794 §11.3.1). */
function withValidCrc(data: Buffer): Buffer {
  const first = parseElement(data, 0);
  if (first?.id === Id.crc32 && first.end === first.dataStart + 4) {
    data.writeUInt32LE(crc32(data.subarray(first.end)), first.dataStart);
  }
  return data;
}

/**
 * A SeekHead with this data and the header of a Void that together fill `available` bytes; the Void's content may
 * stay what it is. Null if they do not fit.
 */
function refilled(data: Uint8Array, available: number): Uint8Array | null {
  for (const sizeBytes of [1, 2, 4, 8]) {
    if (data.length >= 2 ** (7 * sizeBytes) - 1) continue;
    const seekHead = Buffer.concat([elementHeader(Id.seekHead, data.length, sizeBytes), data]);
    const rest = available - seekHead.length;
    if (rest < 0) return null;
    if (rest === 0) return seekHead;
    // One byte left over is no element: the next longer size field takes it.
    if (rest === 1) continue;
    const voidSizeBytes = rest - 2 < 127 ? 1 : 8;
    return Buffer.concat([seekHead, elementHeader(Id.void, rest - 1 - voidSizeBytes, voidSizeBytes)]);
  }
  return null;
}
