import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import type { Piece } from '../../kernel/bytes/piece.ts';

/** The exported file as its pieces in order; `size` is the sum of their lengths in bytes. */
export interface EmbeddingPlan {
  readonly pieces: readonly Piece[];
  readonly size: number;
}

export const copy = (start: number, end: number): Piece => ({ copy: { start, end } });

export const pieceLength = (piece: Piece): number =>
  'copy' in piece ? piece.copy.end - piece.copy.start : piece.bytes.length;

/** Drops empty pieces, joins neighbours of the same kind and adds up the size. */
export function makePlan(pieces: readonly Piece[]): EmbeddingPlan {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    if (pieceLength(piece) === 0) continue;
    const last = joined.at(-1);
    if (last && 'copy' in last && 'copy' in piece && last.copy.end === piece.copy.start) {
      joined[joined.length - 1] = copy(last.copy.start, piece.copy.end);
    } else if (last && 'bytes' in last && 'bytes' in piece) {
      joined[joined.length - 1] = { bytes: Buffer.concat([last.bytes, piece.bytes]) };
    } else {
      joined.push(piece);
    }
  }
  return { pieces: joined, size: joined.reduce((sum, piece) => sum + pieceLength(piece), 0) };
}

/** Yields the exported file in order, in chunks of at most `chunkSize` bytes. */
export async function* readPlan(
  plan: EmbeddingPlan,
  source: ByteSource,
  chunkSize = 1 << 20,
): AsyncGenerator<Uint8Array> {
  for (const piece of plan.pieces) {
    const length = pieceLength(piece);
    for (let offset = 0; offset < length; offset += chunkSize) {
      const end = Math.min(offset + chunkSize, length);
      yield 'copy' in piece
        ? await source.read(piece.copy.start + offset, piece.copy.start + end)
        : piece.bytes.subarray(offset, end);
    }
  }
}
