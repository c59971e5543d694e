import { cpuTimeMs } from './cpu-time.ts';

/** Repeated measurements of one quantity. */
export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** One quantity and a baseline that was measured in the same run. */
export interface Comparison {
  readonly name: string;
  readonly unit: string;
  readonly value: Summary;
  readonly baseline: string;
  readonly baselineValue: Summary;
  /** `value / baselineValue` of each repetition, so that a slow phase of the machine cancels out. */
  readonly ratio: Summary;
}

/** Comparisons that were measured under the same conditions. */
export interface Section {
  readonly title: string;
  readonly conditions: readonly string[];
  readonly comparisons: readonly Comparison[];
}

/** @throws RangeError when there are no values */
export function summarize(values: readonly number[]): Summary {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  if (low === undefined || high === undefined) throw new RangeError('nothing was measured');
  return { median: (low + high) / 2, min: sorted[0] ?? low, max: sorted.at(-1) ?? high };
}

/**
 * Measures every subject once a round and starts each round with another one, so that other load on the machine affects
 * all of them alike. The first round is a warm-up and does not count.
 */
export async function interleave<Name extends string, Value>(
  repetitions: number,
  subjects: Readonly<Record<Name, () => Promise<Value>>>,
): Promise<Record<Name, Value[]>> {
  const names = Object.keys(subjects) as Name[];
  const values = Object.fromEntries(names.map((name) => [name, [] as Value[]])) as Record<Name, Value[]>;
  for (let round = 0; round <= repetitions; round++) {
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const value = await subjects[name]();
      if (round > 0) values[name].push(value);
    }
  }
  return values;
}

/** A named series of paired measurements. */
export interface Series {
  readonly name: string;
  readonly values: readonly number[];
}

/** Both series come from the same rounds. */
export function compare({ name, values }: Series, baseline: Series, unit: string): Comparison {
  return {
    name,
    unit,
    value: summarize(values),
    baseline: baseline.name,
    baselineValue: summarize(baseline.values),
    ratio: summarize(values.map((value, round) => value / (baseline.values[round] ?? Number.NaN))),
  };
}

/** The cost of some work. */
export interface Cost {
  readonly wallMs: number;
  /** Of all threads and ended children. */
  readonly cpuMs: number;
}

export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const [wall, cpu] = [performance.now(), cpuTimeMs()];
  await work();
  return { wallMs: performance.now() - wall, cpuMs: cpuTimeMs() - cpu };
}
