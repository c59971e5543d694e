import type { Container } from '../../contract/video-formats.ts';
import { parseBox } from './box-header.ts';
import { type EbmlElement, Id, parseElement } from './ebml-element.ts';
import { latin1 } from './latin1.ts';
import { otherBrand, otherFile } from './other-files.ts';

/** Bytes from the start of a file by which it is recognised. */
export const SNIFF_BYTES = 4096;

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
 * What a file is by its first bytes.
 * @param head as in {@link sniffContainer}
 * @returns the container, or why it is refused: for the file's owner, with what to do
 */
export function recogniseFile(head: Uint8Array): { container: Container } | { refusal: string } {
  if (head.length === 0) return { refusal: 'The file is empty.' };
  const container = sniffContainer(head);
  if (container !== null) return { container };
  const other = otherFile(head);
  return {
    refusal: other
      ? `The file is ${other.name}. ${other.advice}`
      : 'The file is not an MP4, MOV or WebM video.',
  };
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
