import type { Container } from '../../contract/video-formats.ts';
import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import { MediaError } from '../media-error.ts';
import { type EbmlElement, Id, parseElement } from './ebml.ts';
import { parseBox } from './iso-boxes.ts';
import { otherBrand, otherFile } from './other-files.ts';

/** Bytes from the start of a file that suffice for {@link sniffContainer}. */
const SNIFF_BYTES = 4096;

/**
 * Tells the container by its first bytes alone, never by name or declared type.
 *
 * MP4 and MOV: the `ftyp` box (ISO/IEC 14496-12, 4.3); QuickTime files older than `ftyp` begin with another known
 * box. WebM: an EBML header (RFC 8794) whose DocType is `webm`.
 *
 * @param head the first 4096 bytes, or the whole file when it is shorter
 * @returns null for everything else: Matroska, AVI, audio-only and picture brands, playlists, text
 */
export function sniffContainer(head: Uint8Array): Container | null {
  return sniffBoxes(head) ?? sniffEbml(head);
}

/**
 * The container of a file.
 * @throws MediaError `not-a-video` when it is none of the three
 */
export async function requireContainer(source: ByteSource): Promise<Container> {
  if (source.size === 0) throw new MediaError('not-a-video', 'The file is empty.');
  const head = await source.read(0, Math.min(SNIFF_BYTES, source.size));
  const container = sniffContainer(head);
  if (container) return container;
  const other = otherFile(head);
  throw new MediaError(
    'not-a-video',
    other ? `The file is ${other.name}. ${other.advice}` : 'The file is not an MP4, MOV or WebM video.',
  );
}

/** Boxes with which a QuickTime file without `ftyp` may begin. */
const QUICKTIME_STARTS = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);

function sniffBoxes(head: Uint8Array): Container | null {
  const box = head.length < 12 ? null : parseBox(head, 0, Number.POSITIVE_INFINITY);
  if (box?.type !== 'ftyp') return box && QUICKTIME_STARTS.has(box.type) ? 'mov' : null;
  if (box.end < 16 || box.end % 4 !== 0 || box.end > SNIFF_BYTES) return null;
  const brand = latin1(head.subarray(box.contentStart, box.contentStart + 4));
  if (brand === 'qt  ') return 'mov';
  return otherBrand(brand) ? null : 'mp4';
}

function sniffEbml(head: Uint8Array): Container | null {
  const header = parseElement(head, 0);
  if (header?.id !== Id.ebml) return null;
  const end = Math.min(head.length, header.end ?? head.length);
  for (let position: number | null = header.dataStart; position !== null && position < end; ) {
    const element: EbmlElement | null = parseElement(head, position);
    if (element?.id === Id.docType && element.end !== null) {
      const docType = latin1(head.subarray(element.dataStart, element.end)).replace(/\0+$/, '');
      return docType === 'webm' ? 'webm' : null;
    }
    position = element?.end ?? null;
  }
  return null;
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
