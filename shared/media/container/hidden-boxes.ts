import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import type { IsoBox } from '../headers/box-header.ts';

/**
 * The file with the types of these boxes zeroed, so that parsers skip them.
 * @param boxes in the order of the file
 */
export function withoutBoxes(source: ByteSource, boxes: readonly IsoBox[]): ByteSource {
  const types = Float64Array.from(boxes, ({ start }) => start + 4);
  return {
    size: source.size,
    async read(start, end) {
      const bytes = await source.read(start, end);
      let next = firstAbove(types, start - 4);
      if (!((types[next] ?? end) < end)) return bytes;
      const changed = Uint8Array.from(bytes);
      for (let type = types[next]; type !== undefined && type < end; type = types[++next]) {
        changed.fill(0, Math.max(0, type - start), type + 4 - start);
      }
      return changed;
    },
  };
}

/** The index of the first of the ascending `values` that is above `bound`. */
function firstAbove(values: Float64Array, bound: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}
