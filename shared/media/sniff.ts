import type { ByteSource } from './byte-source.ts';
import { MediaError } from './media-error.ts';

/** The containers the service accepts. */
export type Container = 'mp4' | 'mov' | 'webm';

/** Bytes from the start of a file that suffice for {@link sniffContainer}. */
export const sniffLength = 4096;

/**
 * Tells the container by its first bytes alone, never by name or declared type.
 *
 * MP4 and MOV: the `ftyp` box (ISO/IEC 14496-12, 4.3); QuickTime files older than `ftyp` begin with another
 * known box. WebM: an EBML header (RFC 8794) whose DocType is `webm`.
 *
 * @param head the first {@link sniffLength} bytes, or the whole file when it is shorter
 * @returns null for everything else: Matroska, AVI, audio-only and picture brands, playlists, text
 */
export function sniffContainer(head: Uint8Array): Container | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  return sniffBoxes(view) ?? sniffEbml(view);
}

/** The container of a file. Throws MediaError `not-a-video` when it is none of the three. */
export async function requireContainer(source: ByteSource): Promise<Container> {
  if (source.size === 0) throw new MediaError('not-a-video', 'The file is empty.');
  const container = sniffContainer(await source.read(0, Math.min(sniffLength, source.size)));
  if (!container) throw new MediaError('not-a-video', 'The file is not an MP4, MOV or WebM video.');
  return container;
}

/** Major brands under which no video travels: sound, books, still pictures. */
const otherBrands = new Set(['M4A ', 'M4B ', 'M4P ', 'F4A ', 'F4B ', 'heic', 'heix', 'mif1', 'avif', 'crx ']);

/** Boxes with which a QuickTime file without `ftyp` may begin. */
const quickTimeStarts = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);

function sniffBoxes(view: DataView): Container | null {
  if (view.byteLength < 12) return null;
  const size = view.getUint32(0);
  const type = text(view, 4, 4);
  if (type === 'ftyp') {
    if (size < 16 || size % 4 !== 0 || size > 4096) return null;
    const brand = text(view, 8, 4);
    if (brand === 'qt  ') return 'mov';
    return otherBrands.has(brand) ? null : 'mp4';
  }
  // Sizes 0 (until the end of the file) and 1 (64-bit size follows) are legal here.
  return quickTimeStarts.has(type) && (size <= 1 || size >= 8) ? 'mov' : null;
}

const ebmlId = 0x1a45dfa3;
const docTypeId = 0x4282;

function sniffEbml(view: DataView): Container | null {
  if (view.byteLength < 5 || view.getUint32(0) !== ebmlId) return null;
  const header = vint(view, 4, true);
  if (header === null) return null;
  const end = Math.min(view.byteLength, header.end + header.value);
  for (let position = header.end; position < end; ) {
    const id = vint(view, position, false);
    const size = id && vint(view, id.end, true);
    if (!id || !size) return null;
    if (id.value === docTypeId) {
      const docType = text(view, size.end, size.value).replace(/\0+$/, '');
      return docType === 'webm' ? 'webm' : null;
    }
    position = size.end + size.value;
  }
  return null;
}

/** EBML variable-size integer (RFC 8794, 4); element ids keep the length marker. */
function vint(view: DataView, start: number, dropMarker: boolean): { value: number; end: number } | null {
  if (start >= view.byteLength) return null;
  const first = view.getUint8(start);
  const length = Math.clz32(first) - 23;
  if (length > 8 || start + length > view.byteLength) return null;
  let value = dropMarker ? first & (0xff >> length) : first;
  for (let i = 1; i < length; i++) value = value * 256 + view.getUint8(start + i);
  return { value, end: start + length };
}

function text(view: DataView, start: number, length: number): string {
  const end = Math.min(view.byteLength, start + length);
  let result = '';
  for (let i = start; i < end; i++) result += String.fromCharCode(view.getUint8(i));
  return result;
}
