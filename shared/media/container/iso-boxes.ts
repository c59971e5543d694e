import type { StructureReader } from './structure-reader.ts';

/**
 * A box of an ISO base media file, MP4 or MOV (ISO/IEC 14496-12, 4.2; an atom of QuickTime), by its offsets in the
 * file.
 */
export interface IsoBox {
  /** Four characters, Latin-1. */
  readonly type: string;
  /** Where its header begins. */
  readonly start: number;
  readonly contentStart: number;
  /** As its header says; may lie beyond the end of a truncated file. */
  readonly end: number;
  /** Its header gives no length: it extends to the end of its parent. */
  readonly isOpenEnded: boolean;
}

const SHORT_HEADER_BYTES = 8;
const LONG_HEADER_BYTES = 16;

/** The file itself, as the parent of its top-level boxes. */
export function fileBox({ size }: { readonly size: number }): IsoBox {
  return { type: 'file', start: 0, contentStart: 0, end: size, isOpenEnded: true };
}

/**
 * The boxes directly within `parent`, in order, up to the first invalid header. The last one may end beyond its
 * parent.
 */
export async function* boxesWithin(
  reader: StructureReader,
  parent: IsoBox,
): AsyncGenerator<IsoBox, void, undefined> {
  for (let start = parent.contentStart; start + SHORT_HEADER_BYTES <= parent.end; ) {
    reader.countElement();
    const headerEnd = Math.min(start + LONG_HEADER_BYTES, parent.end);
    const box = parseBox(
      reader.peek(start, headerEnd) ?? (await reader.read(start, headerEnd)),
      start,
      parent.end,
    );
    if (box === null) return;
    yield box;
    start = box.end;
  }
}

/** The boxes directly within `parent` that fit into it. */
export async function* childBoxes(
  reader: StructureReader,
  parent: IsoBox,
): AsyncGenerator<IsoBox, void, undefined> {
  for await (const box of boxesWithin(reader, parent)) if (box.end <= parent.end) yield box;
}

/** All boxes at `path` from `parent` down: a parser may take another than the first. */
export async function* findBoxes(
  reader: StructureReader,
  parent: IsoBox,
  ...path: readonly string[]
): AsyncGenerator<IsoBox, void, undefined> {
  const [type, ...rest] = path;
  if (type === undefined) return yield parent;
  for await (const box of childBoxes(reader, parent)) {
    if (box.type === type) yield* findBoxes(reader, box, ...rest);
  }
}

/** The first box at `path` from `parent` down. */
export async function findBox(
  reader: StructureReader,
  parent: IsoBox,
  ...path: readonly string[]
): Promise<IsoBox | undefined> {
  const [type, ...rest] = path;
  if (type === undefined) return parent;
  for await (const box of boxesWithin(reader, parent)) {
    if (box.type === type && box.end <= parent.end) return findBox(reader, box, ...rest);
  }
  return undefined;
}

/** The first `maxLength` bytes of a box's content, or all of it. */
export async function boxContent(
  reader: StructureReader,
  { contentStart, end }: IsoBox,
  maxLength: number,
): Promise<DataView> {
  const until = Math.min(end, contentStart + maxLength);
  const bytes = until > contentStart ? await reader.read(contentStart, until) : new Uint8Array();
  return viewOf(bytes);
}

/**
 * Parses the header of the box at `start`. `bytes`: its first bytes, at least 8. A 32-bit length and the type;
 * length 1: a 64-bit length follows; length 0: the box extends to the end of its parent. Null if the length is
 * shorter than the header.
 */
export function parseBox(bytes: Uint8Array, start: number, parentEnd: number): IsoBox | null {
  const length = uint32(bytes, 0);
  const type = String.fromCharCode(bytes[4] ?? 0, bytes[5] ?? 0, bytes[6] ?? 0, bytes[7] ?? 0);
  const isLong = length === 1;
  const contentStart = start + (isLong ? LONG_HEADER_BYTES : SHORT_HEADER_BYTES);
  if (length === 0) return { type, start, contentStart, end: parentEnd, isOpenEnded: true };
  if (isLong && bytes.length < LONG_HEADER_BYTES)
    return { type, start, contentStart, end: contentStart, isOpenEnded: false };
  const end = start + (isLong ? uint32(bytes, 8) * 2 ** 32 + uint32(bytes, 12) : length);
  return end < contentStart ? null : { type, start, contentStart, end, isOpenEnded: false };
}

/** Without a DataView, of which a walk would need thousands. */
function uint32(bytes: Uint8Array, at: number): number {
  return (
    (((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0)) >>>
    0
  );
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
