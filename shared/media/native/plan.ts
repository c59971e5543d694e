import type { ByteSource } from '../../kernel/bytes/byte-source.ts';

/** A piece of the exported file: bytes `start..end` (end exclusive) of the source, or bytes of its own. */
export type PlanSegment =
  | { readonly copy: { readonly start: number; readonly end: number } }
  | { readonly bytes: Uint8Array };

/** The exported file as its pieces in order; `size` is the sum of their lengths in bytes. */
export interface EmbeddingPlan {
  readonly segments: readonly PlanSegment[];
  readonly size: number;
}

export const copy = (start: number, end: number): PlanSegment => ({ copy: { start, end } });

export const segmentLength = (segment: PlanSegment): number =>
  'copy' in segment ? segment.copy.end - segment.copy.start : segment.bytes.length;

/** Drops empty pieces, joins neighbours of the same kind and adds up the size. */
export function makePlan(pieces: readonly PlanSegment[]): EmbeddingPlan {
  const segments: PlanSegment[] = [];
  for (const piece of pieces) {
    if (segmentLength(piece) === 0) continue;
    const last = segments.at(-1);
    if (last && 'copy' in last && 'copy' in piece && last.copy.end === piece.copy.start) {
      segments[segments.length - 1] = copy(last.copy.start, piece.copy.end);
    } else if (last && 'bytes' in last && 'bytes' in piece) {
      segments[segments.length - 1] = { bytes: Buffer.concat([last.bytes, piece.bytes]) };
    } else {
      segments.push(piece);
    }
  }
  return { segments, size: segments.reduce((sum, segment) => sum + segmentLength(segment), 0) };
}

/** Yields the exported file in order, in chunks of at most `chunkSize` bytes. */
export async function* readPlan(
  plan: EmbeddingPlan,
  source: ByteSource,
  chunkSize = 1 << 20,
): AsyncGenerator<Uint8Array> {
  for (const segment of plan.segments) {
    const length = segmentLength(segment);
    for (let offset = 0; offset < length; offset += chunkSize) {
      const end = Math.min(offset + chunkSize, length);
      yield 'copy' in segment
        ? await source.read(segment.copy.start + offset, segment.copy.start + end)
        : segment.bytes.subarray(offset, end);
    }
  }
}

/** Hands the exported file to `sink` chunk by chunk, waiting for each. */
export async function writePlan(
  plan: EmbeddingPlan,
  source: ByteSource,
  sink: (chunk: Uint8Array) => unknown,
): Promise<void> {
  for await (const chunk of readPlan(plan, source)) await sink(chunk);
}
