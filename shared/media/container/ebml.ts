import { type EbmlElement, Id, parseElement } from '../headers/ebml-element.ts';
import type { StructureReader } from './structure-reader.ts';

/** An id of 4 bytes and a size of 8. */
const LONGEST_HEADER_BYTES = 12;

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
