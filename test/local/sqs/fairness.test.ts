import { beforeEach, describe, expect, test } from 'vitest';
import { parseReceiptHandle } from '../../../local/sqs/receipt-handle.ts';
import type { SqsService } from '../../../local/sqs/service.ts';
import type { ManualClock } from '../../support/manual-clock.ts';
import { sqsInMemory } from './in-memory.ts';

const SECOND = 1000;

let clock: ManualClock;
let service: SqsService;

beforeEach(() => {
  const sqs = sqsInMemory();
  ({ clock, service } = sqs);
  service.queues.create('jobs', {}, clock.now());
  return sqs.close;
});

const queue = () => service.queues.get('jobs');

const send = (groupId: string | undefined, count: number) => {
  for (let i = 1; i <= count; i++) {
    service.messages.send(queue(), { body: `${groupId ?? 'nobody'} ${i}`, attributes: {}, groupId }, 0);
  }
};

function receive() {
  const [message] = service.messages.receive(queue(), 1, 120);
  if (message === undefined) throw new Error('no message');
  return message;
}

/** Receives a message, works on it for so long (which may depend on it), and deletes it. Returns its body. */
function work(seconds: number | ((body: string) => number)): string {
  const { body, receiptHandle } = receive();
  clock.advance(SECOND * (typeof seconds === 'number' ? seconds : seconds(body)));
  service.messages.delete(parseReceiptHandle(receiptHandle, 'jobs'));
  return body;
}

const tenantOf = (body: string): string => body.split(' ')[0] ?? '';

describe('tenants of a queue', () => {
  test('one alone has its messages worked on in the order of sending', () => {
    send('a', 20);
    expect(Array.from({ length: 20 }, () => work(5))).toEqual(
      Array.from({ length: 20 }, (_, i) => `a ${i + 1}`),
    );
  });

  test('a message that comes again is not put behind those that were sent later', () => {
    send('a', 3);
    const { receiptHandle } = receive();
    clock.advance(SECOND);
    service.messages.changeVisibility(parseReceiptHandle(receiptHandle, 'jobs'), 0);
    expect([work(1), work(1), work(1)]).toEqual(['a 1', 'a 2', 'a 3']);
  });

  test('one that comes later does not wait behind the backlog of another', () => {
    send('a', 100);
    work(5);
    send('b', 1);
    expect(work(5)).toBe('b 1');
    expect(work(5)).toBe('a 2');
  });

  test('two with backlogs get about the same time, however long their messages take', () => {
    send('a', 100);
    work(20);
    send('b', 100);
    const takes = (body: string): number => (tenantOf(body) === 'a' ? 20 : 3);
    const seconds = new Map<string, number>();
    for (let i = 0; i < 100; i++) {
      const body = work(takes);
      seconds.set(tenantOf(body), (seconds.get(tenantOf(body)) ?? 0) + takes(body));
    }
    const ratio = (seconds.get('a') ?? 0) / (seconds.get('b') ?? 0);
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.4);
  });

  test('several workers are shared among them: the one goes first of whom fewer messages are in flight', () => {
    send('a', 40);
    for (let i = 0; i < 4; i++) receive();
    clock.advance(SECOND);
    send('b', 40);
    const later = Array.from({ length: 4 }, () => {
      clock.advance(SECOND);
      return tenantOf(receive().body);
    });
    expect(later).toEqual(['b', 'b', 'b', 'b']);
    clock.advance(SECOND);
    expect(new Set([tenantOf(receive().body), tenantOf(receive().body)])).toEqual(new Set(['a', 'b']));
  });

  test('messages without a group are tenants of their own: they come before those of a noisy one', () => {
    send('a', 10);
    work(5);
    send(undefined, 2);
    expect([work(5), work(5), work(5)]).toEqual(['nobody 1', 'nobody 2', 'a 2']);
  });

  test('what was worked on long ago counts no more: the older message goes first', () => {
    send('a', 1);
    send('b', 1);
    expect(work(1)).toBe('a 1');
    expect(work(60)).toBe('b 1');
    clock.advance(3600 * SECOND);
    send('b', 1);
    send('a', 1);
    expect(work(1)).toBe('b 1');
  });
});
