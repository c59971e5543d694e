import { parseArgs } from 'node:util';
import { parseSlice, type Slice } from '../support/faults/slice.ts';

interface LongRunOptions {
  readonly slice: Slice;
  /** Null: derived from the commit. */
  readonly seed: number | null;
  readonly names: readonly string[];
}

/** Parses the command line of a long run. @throws for unknown options */
export function longRunOptions(args: readonly string[]): LongRunOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { slice: { type: 'string', default: '1/1' }, seed: { type: 'string' } },
  });
  const seed = values.seed === undefined ? null : Number(values.seed);
  if (seed !== null && !(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32)) {
    throw new Error(`A seed is an integer from 0 to ${2 ** 32 - 1}, not "${values.seed}"`);
  }
  return { slice: parseSlice(values.slice), seed, names: positionals };
}
