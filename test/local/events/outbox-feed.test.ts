import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { feedOutbox, type OutboxFeed } from '../../../local/events/outbox-feed.ts';
import { TABLES } from '../../../shared/contract/resources.ts';
import { openOutboxWriter } from '../../../shared/stores/queues/outbox.ts';
import { startWorkbench, type Workbench } from '../../support/service/workbench.ts';

let bench: Workbench;

beforeAll(async () => {
  bench = await startWorkbench();
});

/** Puts items whose receipt handles are these. */
async function put(...receipts: string[]): Promise<void> {
  for (const receiptHandle of receipts) {
    const hiddenUntil = bench.environment.runtime.now();
    await openOutboxWriter(bench.environment).put({
      kind: 'visibility',
      queue: 'ingest',
      receiptHandle,
      hiddenUntil,
    });
    bench.advance(1);
  }
}

/** A feed of a relay that deletes nothing, what it was told, and what went wrong. */
function newFeed(refuses: (receipt: string) => boolean = () => false, intervalMs?: number) {
  const told: string[] = [];
  const errors: unknown[] = [];
  const feed: OutboxFeed = feedOutbox(bench.environment.variables[TABLES.outbox.env] ?? '', {
    async invoke({ Records }) {
      const [record] = Records;
      const { receiptHandle } = JSON.parse(record?.dynamodb?.NewImage?.body?.S ?? '{}');
      told.push(receiptHandle);
      const itemIdentifier = record?.dynamodb?.SequenceNumber ?? '';
      return { batchItemFailures: refuses(receiptHandle) ? [{ itemIdentifier }] : [] };
    },
    onError: (error) => errors.push(error),
    intervalMs,
  });
  return { ...feed, told, errors };
}

test('each item is announced once, in the order of writing, also where the relay leaves it there', async () => {
  await put('a', 'b');
  const feed = newFeed();
  await feed.look();
  await put('c');
  await feed.look();
  await feed.close();
  expect(feed.told).toEqual(['a', 'b', 'c']);
  expect(feed.errors).toEqual([]);
  await bench.relay();
});

test('what is left is announced again after a restart', async () => {
  await put('a', 'b');
  for (let start = 0; start < 2; start++) {
    const feed = newFeed();
    await feed.look();
    await feed.close();
    expect(feed.told).toEqual(['a', 'b']);
  }
  await bench.relay();
});

test('an item that the relay does not take is announced again, before those behind it', async () => {
  await put('a', 'b', 'c');
  let refused = false;
  const feed = newFeed((receipt) => {
    if (receipt !== 'b' || refused) return false;
    refused = true;
    return true;
  });
  await feed.look();
  expect(feed.errors).toHaveLength(1);
  await feed.look();
  await feed.close();
  expect(feed.told).toEqual(['a', 'b', 'b', 'c']);
  await bench.relay();
});

test('where nobody tells of new items, the feed looks by itself, as often as it is told to', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const heard = new Map(['a', 'b'].map((receipt) => [receipt, Promise.withResolvers<void>()]));
  const feed = newFeed((receipt) => {
    heard.get(receipt)?.resolve();
    return false;
  }, 1000);
  for (const [receipt, { promise }] of heard) {
    await put(receipt);
    vi.advanceTimersByTime(999);
    expect(feed.told).not.toContain(receipt);
    vi.advanceTimersByTime(1);
    await promise;
  }
  await feed.close();
  expect(vi.getTimerCount()).toBe(0);
  expect([feed.told, feed.errors]).toEqual([['a', 'b'], []]);
  vi.useRealTimers();
  await bench.relay();
});
