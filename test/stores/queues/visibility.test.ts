import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { VisibilityChange } from '../../../shared/contract/outbox.ts';
import { openMessageVisibility } from '../../../shared/stores/queues/visibility.ts';
import { startWorkbench, type Workbench } from '../../support/service/workbench.ts';
import { interceptCalls } from '../../support/store-calls.ts';

let bench: Workbench;
/** What SQS was asked for, in seconds. */
let seconds: unknown[];
let refused = false;

beforeAll(async () => {
  bench = await startWorkbench();
  interceptCalls(async ({ input }) => {
    seconds.push((input as { VisibilityTimeout?: number }).VisibilityTimeout);
    if (refused) throw new Error('The message is gone');
    return { output: {} };
  });
});

beforeEach(() => {
  seconds = [];
  refused = false;
  bench.stopTime();
});

const change = (queue: VisibilityChange['queue'], milliseconds: number): Promise<void> =>
  openMessageVisibility(bench.environment).change({
    kind: 'visibility',
    queue,
    receiptHandle: 'receipt',
    hiddenUntil: bench.environment.runtime.now() + milliseconds,
  });

test('a message stays hidden until the moment that was asked for, however late the relay is', async () => {
  await change('ingest', 110_000);
  bench.advance(10_000);
  await change('ingest', 99_001);
  expect(seconds).toEqual([110, 100]);
});

test('a moment that has passed changes nothing: another worker may have the message', async () => {
  await change('ingest', 0);
  await change('detection', -60_000);
  expect(seconds).toEqual([]);
});

test('no message stays hidden for longer than its queue hides it', async () => {
  await change('detection', 12 * 60 * 60_000);
  await change('ingest', 12 * 60 * 60_000);
  expect(seconds).toEqual([180, 900]);
});

test('a message that is gone disturbs nothing', async () => {
  refused = true;
  await change('ingest', 110_000);
  expect(seconds).toEqual([110]);
});
