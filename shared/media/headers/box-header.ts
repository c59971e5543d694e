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

export const SHORT_HEADER_BYTES = 8;
export const LONG_HEADER_BYTES = 16;

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
