import { beforeAll, expect, test, vi } from 'vitest';
import { openDetectionDeliveries } from '../../shared/stores/deliveries.ts';
import { beforeNext } from '../support/faults/before-next.ts';
import { startWorkbench, type Workbench } from '../support/service/workbench.ts';

let bench: Workbench;

beforeAll(async () => {
  bench = await startWorkbench();
});

/** The seconds for which the next call hides a message. */
function nextVisibility(): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  beforeNext(
    ({ command, input }) => {
      const changes = command === 'ChangeMessageVisibilityCommand';
      if (changes) resolve((input as { VisibilityTimeout?: number }).VisibilityTimeout);
      return changes;
    },
    async () => {},
  );
  return promise;
}

test('a message that is held is hidden anew before it shows up, until it is let go', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const deliveries = openDetectionDeliveries(bench.environment);
  const held = deliveries.hold('none');
  const hidden = nextVisibility();
  vi.advanceTimersByTime(60_000);
  expect(await hidden).toBe(180);
  held[Symbol.dispose]();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('a message that is to be retried shows up in seconds; that it cannot be does no harm', async () => {
  const hidden = nextVisibility();
  await openDetectionDeliveries(bench.environment).retrySoon('none');
  expect(await hidden).toBe(5);
});
