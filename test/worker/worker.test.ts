import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { detector } from '../../shared/contract/messages.ts';
import { logger } from '../../shared/kernel/logging/logging.ts';
import type { Deliveries } from '../../shared/stores/queues/deliveries.ts';
import { storeFactory } from '../../shared/stores/store-factory.ts';
import { worker } from '../../shared/worker/worker.ts';
import { delivery } from '../support/service/workbench.ts';

/** What happened, in order. */
let events: string[];

const deliveries: Deliveries = {
  async hold(queue, receipt) {
    const message = `${receipt} of ${queue}`;
    events.push(`hold ${message}`);
    return {
      async retrySoon() {
        events.push(`retry ${message}`);
      },
      [Symbol.dispose]: () => events.push(`let go ${message}`),
    };
  },
};

const STORES = {
  deliveries: storeFactory('deliveries', () => {
    events.push('open');
    return deliveries;
  }),
};

const step = (segment: number): string =>
  JSON.stringify({ kind: 'segment', accountId: 'account', videoId: 'video', jobId: 'job', segment });

/** Fails at segment 1. */
const newWorker = () =>
  worker({ ...detector, stores: ['deliveries'] as const }, STORES, async (message, _, attempts) => {
    if (message.kind !== 'segment') return;
    events.push(`work ${message.segment}, attempt ${attempts}`);
    if (message.segment === 1) throw new Error('out of reach');
  });

beforeAll(() => {
  process.env.VMS_LOG_LEVEL = 'SILENT';
});

beforeEach(() => {
  events = [];
});

describe('a function that is fed from a queue', () => {
  test('opens its stores at the first message, once', async () => {
    const handler = newWorker();
    expect(events).toEqual([]);
    await handler(delivery([step(0)]));
    await handler(delivery([step(2)]));
    expect(events.filter((event) => event === 'open')).toHaveLength(1);
  });

  test('reports the messages that failed, and no others', async () => {
    const answer = await newWorker()(delivery([step(0), step(1), step(2)]));
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
  });

  test('holds a message while it works on it, and has it soon delivered again when it fails', async () => {
    await newWorker()(delivery([step(0), step(1)], 2));
    expect(events).toEqual([
      'open',
      'hold none of detection',
      'work 0, attempt 2',
      'let go none of detection',
      'hold none of detection',
      'work 1, attempt 2',
      'retry none of detection',
      'let go none of detection',
    ]);
  });

  test.each([
    ['no JSON', '{"kind":'],
    ['of a kind that it does not know', '{"kind":"surface"}'],
  ])('leaves a message that is %s to the dead letters, without touching its delivery', async (_, body) => {
    const answer = await newWorker()(delivery([body, step(0)]));
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-0' }] });
    expect(events).toEqual([
      'open',
      'hold none of detection',
      'work 0, attempt 1',
      'let go none of detection',
    ]);
  });

  test('logs what failed with the ids of its message', async () => {
    const error = vi.spyOn(logger, 'error').mockImplementation(() => {});
    await newWorker()(delivery([step(1)]));
    const fields = { function: 'detector/detector', accountId: 'account', videoId: 'video', jobId: 'job' };
    expect(error).toHaveBeenCalledExactlyOnceWith('message failed', expect.objectContaining(fields));
    error.mockRestore();
  });
});
