import type { ByteSource } from './byte-source.ts';

/** A box of an MP4 or MOV file (ISO/IEC 14496-12, 4.2): where its content lies. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** More boxes side by side than any sane header has. */
const maxBoxes = 10_000;

/** The file itself, as the parent of its top-level boxes. */
export function fileBox({ size }: ByteSource): Box {
  return { type: 'file', start: 0, end: size };
}

/** The boxes directly within `parent`. Ends at the first one that does not fit. */
export async function* childBoxes(source: ByteSource, parent: Box): AsyncGenerator<Box, void, undefined> {
  let position = parent.start;
  for (let i = 0; i < maxBoxes && position + 8 <= parent.end; i++) {
    const header = await viewOf(source, position, Math.min(position + 16, parent.end));
    const short = header.getUint32(0);
    const long = short === 1 && header.byteLength === 16;
    const size = short === 0 ? parent.end - position : long ? Number(header.getBigUint64(8)) : short;
    if (size < 8 || position + size > parent.end) return;
    const type = String.fromCharCode(...[4, 5, 6, 7].map((i) => header.getUint8(i)));
    yield { type, start: position + (long ? 16 : 8), end: position + size };
    position += size;
  }
}

/** The first box of the type that each step of `path` names, from `parent` down. */
export async function findBox(
  source: ByteSource,
  parent: Box,
  ...path: readonly string[]
): Promise<Box | undefined> {
  const [type, ...rest] = path;
  if (type === undefined) return parent;
  for await (const box of childBoxes(source, parent)) {
    if (box.type === type) return findBox(source, box, ...rest);
  }
  return undefined;
}

/** The content of a box, of an oversized one the first `maxLength` bytes. */
export function boxContent(source: ByteSource, { start, end }: Box, maxLength: number): Promise<DataView> {
  return viewOf(source, start, Math.min(end, start + maxLength));
}

async function viewOf(source: ByteSource, start: number, end: number): Promise<DataView> {
  const bytes = end > start ? await source.read(start, end) : new Uint8Array(0);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
