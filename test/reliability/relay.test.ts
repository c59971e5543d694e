import { expect, test } from 'vitest';
import { handler as relay } from '../../functions/relay/relay.ts';
import { handler as sweep } from '../../functions/sweeper/sweeper.ts';
import type { DetectionMessage } from '../../shared/contract/messages.ts';
import { openDetectionOutbox } from '../../shared/stores/queues/detection-outbox.ts';
import { openOutboxWriter } from '../../shared/stores/queues/outbox.ts';
import { TIMEOUT } from '../support/faults/faults.ts';
import { injectStoreFaults, storeMoments, unlessFaulted } from '../support/faults/store-faults.ts';
import { outboxRecords } from '../support/service/outbox-items.ts';
import { startWorkbench } from '../support/service/workbench.ts';

const MINUTE = 60_000;
/** So many that the relay needs two requests. */
const STEPS = 12;

const bench = await startWorkbench();
const faults = injectStoreFaults();

/** Steps of a job that does not exist; `jobId` distinguishes the tests. */
const stepsOf = (jobId: string): DetectionMessage[] =>
  Array.from({ length: STEPS }, (_, segment) => ({
    kind: 'segment',
    accountId: 'account',
    videoId: 'video',
    jobId,
    segment,
  }));

const announcements = () => outboxRecords(bench.environment);

/** How often each step was sent, in the order of the segments. */
async function sentTimes(jobId: string): Promise<number[]> {
  const sent = (await bench.take('detection')).map((body): DetectionMessage => JSON.parse(body));
  return stepsOf(jobId).map(
    (step) =>
      sent.filter(
        (message) =>
          message.kind === 'segment' &&
          message.jobId === jobId &&
          'segment' in step &&
          message.segment === step.segment,
      ).length,
  );
}

const once = Array(STEPS).fill(1);

async function relayCalls(): Promise<number> {
  await openDetectionOutbox(bench.environment).send(stepsOf('counted'));
  const Records = await announcements();
  const calls = await faults.count(() => relay({ Records }));
  await bench.take('detection');
  return calls;
}

test('a step is sent once where nothing goes wrong, and its item is gone', async () => {
  await openDetectionOutbox(bench.environment).send(stepsOf('simple'));
  expect(await relay({ Records: await announcements() })).toEqual({ batchItemFailures: [] });
  expect(await announcements()).toEqual([]);
  expect(await sentTimes('simple')).toEqual(once);
});

test.each([
  ['the next announcement', async (Records: Awaited<ReturnType<typeof announcements>>) => relay({ Records })],
  [
    'the sweeper, where it is never announced again',
    async () => {
      bench.advance(3 * MINUTE);
      await sweep();
      bench.advance(-3 * MINUTE);
    },
  ],
])(
  'a relay that dies at any of its calls loses no step: %s sends them',
  { timeout: TIMEOUT },
  async (name, again) => {
    const calls = await relayCalls();
    expect(calls).toBe(3);
    for (const [call, after] of storeMoments(calls, null, () => 0)) {
      const job = `${name.split(' ')[1]}-${call}-${after}`.replaceAll(',', '');
      await openDetectionOutbox(bench.environment).send(stepsOf(job));
      const Records = await announcements();
      faults.dieAt(call, after);
      const answer = await unlessFaulted(relay({ Records }));
      faults.heal();
      // A relay that survives gets the item again.
      expect(answer?.batchItemFailures).toHaveLength(1);
      await again(Records);
      expect(await announcements()).toEqual([]);
      const times = await sentTimes(job);
      expect([call, after, times.every((sent) => sent === 1 || sent === 2)]).toEqual([call, after, true]);
    }
  },
);

test('items that are announced twice and in another order are done, and nothing is lost', async () => {
  for (const job of ['a', 'b', 'c']) await openDetectionOutbox(bench.environment).send(stepsOf(job));
  const Records = (await announcements()).toReversed();
  expect(await relay({ Records: [...Records, ...Records] })).toEqual({ batchItemFailures: [] });
  expect(await announcements()).toEqual([]);
  const sent = (await bench.take('detection')).map((body): DetectionMessage => JSON.parse(body));
  expect(sent).toHaveLength(2 * 3 * STEPS);
});

test('a late change of visibility is dropped by the sweeper', async () => {
  await openOutboxWriter(bench.environment).put({
    kind: 'visibility',
    queue: 'ingest',
    receiptHandle: 'receipt',
    hiddenUntil: bench.environment.runtime.now() + MINUTE,
  });
  bench.advance(3 * MINUTE);
  await sweep();
  expect(await announcements()).toEqual([]);
});

test('many steps are split into items that DynamoDB takes, and arrive in full', async () => {
  const many = Array.from(
    { length: 250 },
    (_, segment) => ({ ...stepsOf('many')[0], segment }) as DetectionMessage,
  );
  await openDetectionOutbox(bench.environment).send(many);
  const Records = await announcements();
  expect(Records).toHaveLength(3);
  await relay({ Records });
  const sent = (await bench.take('detection')).map((body): DetectionMessage => JSON.parse(body));
  expect(
    sent.map((message) => 'segment' in message && message.segment).toSorted((a, b) => Number(a) - Number(b)),
  ).toEqual(many.map((_, segment) => segment));
});
