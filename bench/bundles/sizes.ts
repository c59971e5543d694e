import { compare, type Section, summarize } from '../measure.ts';
import { bundleBare, bundleFunction } from './bundle.ts';
import { bundledFunctions } from './bundled-functions.ts';

/** The size of every function's file beside a bare handler with the same clients of the SDK. */
export async function benchSizes(): Promise<Section> {
  const comparisons = [];
  for (const key of bundledFunctions()) {
    const bundle = await bundleFunction(key);
    const bare = await bundleBare(bundle);
    if (bare === null) continue;
    const kB = ({ bytes }: { bytes: number }) => ({ name: key, values: [bytes / 1000] });
    comparisons.push(compare(kB(bundle), { ...kB(bare), name: 'bare handler' }, 'kB'));
  }
  const { median } = summarize(comparisons.map(({ ratio }) => ratio.median));
  return {
    title: 'Bundles',
    conditions: [
      'minified; functions that call nothing are left out',
      'a bare handler holds the same clients and commands of the SDK as it comes, with all credential providers',
      `median of the ratios: ${median.toFixed(2)} (aim: 1.1)`,
    ],
    comparisons,
  };
}
