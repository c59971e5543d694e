import { measureUse } from '../cost/measure-use.ts';
import { compare, type Section } from '../measure.ts';
import { hotKeys, load, MOST_UNITS } from './hot-keys.ts';
import { LOAD } from './workload.ts';

/** The load of the hottest key of each kind against what no key may take. */
export async function benchHot(): Promise<Section> {
  const { keys } = await measureUse();
  return {
    title: 'hot keys',
    conditions: [
      `${LOAD.accounts} accounts, ${LOAD.videos} videos, ${LOAD.workers} workers, ${LOAD.requests} requests/s`,
      'the greater of read and write units; docs/capacity.md has both, and the sizes at which limits are met',
    ],
    comparisons: hotKeys(keys).map((key) =>
      compare(
        { name: `${key.store}: ${key.key}`, values: [load(key)] },
        { name: 'at most', values: [MOST_UNITS] },
        'units/s',
      ),
    ),
  };
}
