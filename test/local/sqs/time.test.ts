import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { longPoll } from '../../../local/sqs/long-poll.ts';
import type { QueueAttributes } from '../../../local/sqs/queue-attributes.ts';
import { parseReceiptHandle } from '../../../local/sqs/receipt-handle.ts';
import type { SqsService } from '../../../local/sqs/service.ts';
import type { ManualClock } from '../../support/manual-clock.ts';
import { sqsInMemory } from './in-memory.ts';

const seconds = 1000;
const hours = 3600 * seconds;
const never = new AbortController().signal;

let clock: ManualClock;
let service: SqsService;

beforeEach(() => {
  const sqs = sqsInMemory();
  ({ clock, service } = sqs);
  createQueue('jobs');
  return sqs.close;
});

const createQueue = (name: string, attributes: Partial<QueueAttributes> = {}) =>
  service.queues.create(name, attributes, clock.now());
const send = (body: string, { to = 'jobs', delay = 0 } = {}) =>
  service.messages.send(service.queues.get(to), { body, attributes: {} }, delay);
const receive = (from = 'jobs', visibilitySeconds = 30) =>
  service.messages.receive(service.queues.get(from), 10, visibilitySeconds);
const counts = (of = 'jobs') => service.messages.counts(service.queues.get(of));
const poll = (signal = never) =>
  longPoll(service, { queueUrl: service.queueUrl('jobs'), max: 1, waitSeconds: 20 }, signal);
const bodies = (messages: readonly { body: string }[]) => messages.map(({ body }) => body);

function receiveOne(from = 'jobs', visibilitySeconds = 30) {
  const [message] = receive(from, visibilitySeconds);
  if (!message) throw new Error('no message');
  return { ...message, receipt: parseReceiptHandle(message.receiptHandle, from) };
}

/** Whether the promise has settled once everything that is ready to run has run. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  const mark = () => {
    done = true;
  };
  promise.then(mark, mark);
  await turn();
  return done;
}

describe('a long poll', () => {
  test('waits while the queue is empty and is answered by a send', async () => {
    const polling = poll();
    clock.advance(19 * seconds);
    expect(await settled(polling)).toBe(false);
    send('awaited');
    expect(bodies(await polling)).toEqual(['awaited']);
  });

  test('ends without messages when its wait is over', async () => {
    const polling = poll();
    clock.advance(20 * seconds);
    expect(await polling).toEqual([]);
  });

  test('is answered the moment a delayed message becomes visible', async () => {
    send('delayed', { delay: 5 });
    const polling = poll();
    clock.advance(5 * seconds - 1);
    expect(await settled(polling)).toBe(false);
    clock.advance(1);
    expect(bodies(await polling)).toEqual(['delayed']);
  });

  test('is answered the moment the visibility timeout of a message is over', async () => {
    send('m');
    receive('jobs', 7);
    const polling = poll();
    clock.advance(7 * seconds);
    expect(await polling).toMatchObject([{ body: 'm', receiveCount: 2 }]);
  });

  test('does not answer early when the timeout it waits for is extended', async () => {
    send('m');
    const { receipt } = receiveOne('jobs', 5);
    const polling = poll();
    service.messages.changeVisibility(receipt, 15);
    clock.advance(5 * seconds);
    expect(await settled(polling)).toBe(false);
    clock.advance(10 * seconds);
    expect(bodies(await polling)).toEqual(['m']);
  });

  test('of two, the one that waited longer gets the message', async () => {
    const first = poll();
    const second = poll();
    send('one');
    expect(bodies(await first)).toEqual(['one']);
    expect(await settled(second)).toBe(false);
    send('two');
    expect(bodies(await second)).toEqual(['two']);
  });

  test('whose client went away takes no message', async () => {
    const client = new AbortController();
    const polling = poll(client.signal);
    client.abort();
    send('for somebody else');
    expect(await polling).toEqual([]);
    expect(counts()).toEqual({ visible: 1, inFlight: 0, delayed: 0 });
    expect(receiveOne().receiveCount).toBe(1);
  });
});

describe('visibility', () => {
  test('a message is seen by one receiver at a time, oldest first', () => {
    send('1');
    clock.advance(1);
    send('2');
    expect(bodies(receive())).toEqual(['1', '2']);
    expect(receive()).toEqual([]);
    expect(counts()).toEqual({ visible: 0, inFlight: 2, delayed: 0 });
    clock.advance(30 * seconds);
    expect(bodies(receive())).toEqual(['1', '2']);
  });

  test('heartbeats keep a message hidden for up to twelve hours from its receive, and no longer', () => {
    send('m');
    const { receipt } = receiveOne();
    for (let held = 0; held < 12; held++) {
      service.messages.changeVisibility(receipt, 3600);
      clock.advance(1 * hours - 1);
    }
    expect(receive()).toEqual([]);
    expect(() => service.messages.changeVisibility(receipt, 60)).toThrow('beyond the limit [43200 seconds]');
  });

  test('a message that another receiver has is neither hidden nor deleted by the earlier one', () => {
    send('m');
    const first = receiveOne();
    clock.advance(30 * seconds);
    receiveOne();
    expect(() => service.messages.changeVisibility(first.receipt, 600)).toThrow('not available');
    service.messages.delete(first.receipt);
    clock.advance(30 * seconds);
    expect(receiveOne().receiveCount).toBe(3);
  });

  test('a receiver that is late but alone can still delete', () => {
    send('m');
    const { receipt } = receiveOne();
    clock.advance(31 * seconds);
    service.messages.delete(receipt);
    expect(receive()).toEqual([]);
  });
});

describe('retention', () => {
  test('a message is gone when its retention period is over, counted from its sending', () => {
    createQueue('short', { MessageRetentionPeriod: 60 });
    send('m', { to: 'short' });
    receive('short', 1);
    clock.advance(60 * seconds - 1);
    expect(counts('short').visible).toBe(1);
    clock.advance(1);
    expect(receive('short')).toEqual([]);
    expect(counts('short')).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  });
});

describe('redrive', () => {
  const policyTo = (name: string, maxReceiveCount: number) => ({
    RedrivePolicy: { deadLetterTargetArn: service.queues.arn(name), maxReceiveCount },
  });

  beforeEach(() => {
    createQueue('dead');
    createQueue('work', policyTo('dead', 2));
  });

  function fail(queue: string, times: number) {
    for (let i = 0; i < times; i++) {
      receiveOne(queue);
      clock.advance(30 * seconds);
    }
  }

  test('a message is delivered maxReceiveCount times, then lies in the dead-letter queue', () => {
    const id = send('poison', { to: 'work' });
    const sentAt = clock.now();
    fail('work', 2);
    send('healthy', { to: 'work' });
    expect(bodies(receive('work'))).toEqual(['healthy']);
    expect(receive('dead')).toMatchObject([
      { id, body: 'poison', sentAt, receiveCount: 3, sourceArn: service.queues.arn('work') },
    ]);
  });

  test('a batch is filled behind exhausted messages', () => {
    for (let i = 0; i < 25; i++) send(`poison ${i}`, { to: 'work' });
    for (const _round of [1, 2]) {
      while (receive('work', 1).length > 0);
      clock.advance(1 * seconds);
    }
    send('healthy', { to: 'work' });
    expect(bodies(receive('work'))).toEqual(['healthy']);
    expect(counts('dead').visible).toBe(25);
  });

  test('extending the timeout does not count as a delivery', () => {
    send('slow', { to: 'work' });
    const { receipt } = receiveOne('work');
    for (let i = 0; i < 10; i++) service.messages.changeVisibility(receipt, 30);
    clock.advance(30 * seconds);
    expect(receive('work')).toMatchObject([{ receiveCount: 2 }]);
  });

  test('a dead-letter queue with a policy of its own counts its own deliveries', () => {
    createQueue('graveyard');
    service.queues.setAttributes('dead', policyTo('graveyard', 2), clock.now());
    send('poison', { to: 'work' });
    fail('work', 2);
    expect(receive('work')).toEqual([]);
    fail('dead', 2);
    expect(receive('dead')).toEqual([]);
    expect(bodies(receive('graveyard'))).toEqual(['poison']);
  });

  test('without its target queue a message goes on being delivered', () => {
    service.queues.delete('dead');
    send('m', { to: 'work' });
    fail('work', 5);
    expect(receive('work')).toMatchObject([{ receiveCount: 6 }]);
  });
});
