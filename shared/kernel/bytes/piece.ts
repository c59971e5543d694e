/**
 * A piece of a new file that is made from a source, as in a piece table: bytes `start..end` (end exclusive) of the source,
 * or new bytes.
 */
export type Piece =
  | { readonly copy: { readonly start: number; readonly end: number } }
  | { readonly bytes: Uint8Array };
