import { expect } from 'vitest';
import { handler as detect } from '../../../functions/detector/detector.ts';
import { delivery, type Workbench } from '../service/workbench.ts';

/** Has the messages of surfaces worked off, in their order. */
export async function trackAll(bench: Workbench): Promise<void> {
  for (
    let bodies = await bench.take('detection');
    bodies.length > 0;
    bodies = await bench.take('detection')
  ) {
    for (const message of bodies)
      expect(await detect(delivery([message]))).toEqual({ batchItemFailures: [] });
  }
}
