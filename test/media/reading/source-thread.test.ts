import { expect, test } from 'vitest';
import { bytesSource } from '../../../shared/kernel/bytes/byte-source.ts';
import { withSource } from '../../../shared/media/reading/source-thread.ts';

const module = new URL('./thread-of-task.ts', import.meta.url);
const never = new Promise<never>(() => {});

const run = (task: string, bytes = [7], expired: Promise<never> = never) =>
  withSource<string, { threadId: number; first: number }>(
    module,
    bytesSource(Uint8Array.from(bytes)),
    task,
    expired,
  );

test('a thread that has done its task does the next one, on its own source', async () => {
  const { threadId, first } = await run('read', [1]);
  expect(first).toBe(1);
  expect(await run('read', [2])).toEqual({ threadId, first: 2 });
});

test('tasks at the same time have threads of their own', async () => {
  const [one, other] = await Promise.all([run('read'), run('read')]);
  expect(one.threadId).not.toBe(other.threadId);
});

test('what a task has read ahead does not disturb the next one', async () => {
  const { threadId } = await run('read on', [1, 2, 3]);
  expect(await run('read', [4])).toEqual({ threadId, first: 4 });
});

test.each([
  ['fail', { reason: 'malformed', message: 'damaged' }],
  ['crash', { message: 'out of order' }],
])('a thread ends with a task that does %s', async (task, error) => {
  const { threadId } = await run('read');
  await expect(run(task)).rejects.toMatchObject(error);
  expect((await run('read')).threadId).not.toBe(threadId);
});

test('a thread ends with a task whose time is over, or whose source cannot be read', async () => {
  const { threadId } = await run('read');
  await expect(run('read', [1], Promise.reject(new Error('too late')))).rejects.toThrow('too late');
  const next = await run('read');
  expect(next.threadId).not.toBe(threadId);
  const unreadable = { size: 1, read: () => Promise.reject(new Error('503')) };
  await expect(withSource(module, unreadable, 'read', never)).rejects.toThrow('503');
  expect((await run('read')).threadId).not.toBe(next.threadId);
});

test.each(['fail', 'crash', 'stand still'])(
  'no process is left, not even for the operating system to keep, of a thread that has started it to %s',
  async (ending) => {
    const pid = Promise.withResolvers<number>();
    const source = {
      size: 2 ** 40,
      async read(start: number) {
        if (start > 0) pid.resolve(start);
        return Uint8Array.of(0);
      },
    };
    const expired = pid.promise.then(() =>
      ending === 'stand still' ? Promise.reject(new Error('too late')) : never,
    );
    await expect(withSource(module, source, `start, then ${ending}`, expired)).rejects.toThrow();
    const started = await pid.promise;
    expect(() => process.kill(started, 0)).toThrow('ESRCH');
  },
);
