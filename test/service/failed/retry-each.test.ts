import { beforeAll, expect, test } from 'vitest';
import { openAll } from '../../../shared/kernel/runtime/store-factories.ts';
import { retryEach } from '../../../shared/service/failed/retry-failed.ts';
import { OPERATOR_STORES, type OperatorStores } from '../../../shared/service/operator-stores.ts';
import { beforeNext } from '../../support/faults/before-next.ts';
import { startWorkbench, type Workbench } from '../../support/service/workbench.ts';

let bench: Workbench;
let stores: OperatorStores;

beforeAll(async () => {
  bench = await startWorkbench();
  stores = openAll(OPERATOR_STORES, bench.environment);
});

test('an error at one video is reported, and the others get their attempt', async () => {
  const fault = beforeNext(
    ({ input }) => JSON.stringify(input).includes('second'),
    () => Promise.reject(new Error('The table is throttled')),
  );
  expect(await retryEach(stores, ['first', 'second', 'third'])).toEqual([
    { videoId: 'first', outcome: 'unknown-video' },
    { videoId: 'second', outcome: 'error', error: 'The table is throttled' },
    { videoId: 'third', outcome: 'unknown-video' },
  ]);
  expect(fault.happened).toBe(true);
});
