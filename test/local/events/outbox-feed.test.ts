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

/** A feed of a relay that deletes nothing, the items it got, and its errors. */
function newFeed(refuses: (receipt: string) => boolean = () => false, intervalMs?: number) {
  const reported: string[] = [];
  const errors: unknown[] = [];
  const feed: OutboxFeed = feedOutbox(bench.environment.variables[TABLES.outbox.env] ?? '', {
    async invoke({ Records }) {
      const [record] = Records;
      const { receiptHandle } = JSON.parse(record?.dynamodb?.NewImage?.body?.S ?? '{}');
      reported.push(receiptHandle);
      const itemIdentifier = record?.dynamodb?.SequenceNumber ?? '';
      return { batchItemFailures: refuses(receiptHandle) ? [{ itemIdentifier }] : [] };
    },
    onError: (error) => errors.push(error),
    intervalMs,
  });
  return { ...feed, reported, errors };
}

test('each item is announced once, in the order of writing, also where the relay leaves it there', async () => {
  await put('a', 'b');
  const feed = newFeed();
  await feed.look();
  await put('c');
  await feed.look();
  await feed.close();
  expect(feed.reported).toEqual(['a', 'b', 'c']);
  expect(feed.errors).toEqual([]);
  await bench.relay();
});

test('the rest is announced again after a restart', async () => {
  await put('a', 'b');
  for (let start = 0; start < 2; start++) {
    const feed = newFeed();
    await feed.look();
    await feed.close();
    expect(feed.reported).toEqual(['a', 'b']);
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
  expect(feed.reported).toEqual(['a', 'b', 'b', 'c']);
  await bench.relay();
});

test('where nobody announces new items, the feed polls at the configured interval', async () => {
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
    expect(feed.reported).not.toContain(receipt);
    vi.advanceTimersByTime(1);
    await promise;
  }
  await feed.close();
  expect(vi.getTimerCount()).toBe(0);
  expect([feed.reported, feed.errors]).toEqual([['a', 'b'], []]);
  vi.useRealTimers();
  await bench.relay();
});
