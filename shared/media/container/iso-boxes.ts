import { type IsoBox, LONG_HEADER_BYTES, parseBox, SHORT_HEADER_BYTES } from '../headers/box-header.ts';
import type { StructureReader } from './structure-reader.ts';

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

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
