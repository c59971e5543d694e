import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { running } from './command.ts';

const server = () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true });
  return { child, judge: running(child, 'http://127.0.0.1') };
};

test('a judge ends when it is disposed of', async () => {
  const { child, judge } = server();
  await judge[Symbol.asyncDispose]();
  expect(child.signalCode).toBe('SIGTERM');
});

test('a judge that was killed is disposed of', async () => {
  const { child, judge } = server();
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect(judge[Symbol.asyncDispose]()).resolves.toBeUndefined();
});
