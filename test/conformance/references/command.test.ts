import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { running } from './command.ts';

const server = () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true });
  return { child, reference: running(child, 'http://127.0.0.1') };
};

test('a reference implementation ends when it is disposed of', async () => {
  const { child, reference } = server();
  await reference[Symbol.asyncDispose]();
  expect(child.signalCode).toBe('SIGTERM');
});

test('a reference implementation that was killed is disposed of', async () => {
  const { child, reference } = server();
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect(reference[Symbol.asyncDispose]()).resolves.toBeUndefined();
});
