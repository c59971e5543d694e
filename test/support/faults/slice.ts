/** One of `count` equal parts of a long run; `index` starts at 0. */
export interface Slice {
  readonly index: number;
  readonly count: number;
}

/** Parses `K/N`, K from 1 to N. @throws for anything else */
export function parseSlice(text: string): Slice {
  const [, part = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (part < 1 || part > count) throw new Error(`A slice is K/N with K from 1 to N, not "${text}"`);
  return { index: part - 1, count };
}

export const sliceName = ({ index, count }: Slice): string => `${index + 1}/${count}`;

/** The items of a slice. Together, the slices contain each item once. */
export const portionOf = <T>({ index, count }: Slice, items: readonly T[]): T[] =>
  items.filter((_, i) => i % count === index);

/** How many of `total` items are in a slice. */
export const shareOf = ({ index, count }: Slice, total: number): number =>
  Math.floor((total + count - 1 - index) / count);

/** The slice of a long run that this process runs: VMS_SLICE, by default all of it. */
export const slice = parseSlice(process.env.VMS_SLICE ?? '1/1');

/** The seed of this slice; the first slice uses the run's. */
export const sliceSeed = (seed: number): number => (seed + slice.index * 0x9e3779b9) % 2 ** 32;
