import type { ByteSource } from './byte-source.ts';
import type { Container } from './sniff.ts';

/** Files with more top-level boxes than this (a day of one-second fragments) are not walked to their end. */
const maxBoxes = 200_000;

/**
 * The length a file should have at least by what its outermost structure announces, in bytes. A file that is
 * shorter was cut off.
 */
export async function announcedSize(source: ByteSource, container: Container): Promise<number> {
  return container === 'webm' ? announcedSegmentEnd(source) : announcedBoxesEnd(source);
}

/** ISO/IEC 14496-12, 4.2: 32-bit size, type; size 1: 64-bit size follows; size 0: until the end of the file. */
async function announcedBoxesEnd(source: ByteSource): Promise<number> {
  let position = 0;
  for (let boxes = 0; boxes < maxBoxes && position + 8 <= source.size; boxes++) {
    const bytes = await source.read(position, Math.min(position + 16, source.size));
    const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const size = header.getUint32(0);
    if (size === 0) return source.size;
    if (size === 1 && header.byteLength < 16) return position + 16;
    const total = size === 1 ? Number(header.getBigUint64(8)) : size;
    if (total < 8) return position;
    position += total;
  }
  return position;
}

/** RFC 8794, 6: the EBML header, then the Segment element; a size of all ones is unknown (a live recording). */
async function announcedSegmentEnd(source: ByteSource): Promise<number> {
  const head = await source.read(0, Math.min(4096, source.size));
  const header = elementEnd(head, 0);
  const segment = header === undefined ? undefined : elementEnd(head, header);
  return segment ?? 0;
}

/** End of the element whose four-byte id starts at `start`; undefined when unknown or outside of `head`. */
function elementEnd(head: Uint8Array, start: number): number | undefined {
  const sizeStart = start + 4;
  const first = head[sizeStart];
  if (first === undefined || first === 0) return undefined;
  const length = Math.clz32(first) - 23;
  if (sizeStart + length > head.length) return undefined;
  let size = BigInt(first & (0xff >> length));
  for (let i = 1; i < length; i++) size = (size << 8n) | BigInt(head[sizeStart + i] ?? 0);
  const unknown = (1n << BigInt(7 * length)) - 1n;
  return size === unknown ? undefined : sizeStart + length + Number(size);
}
