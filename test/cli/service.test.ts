import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { stopEmbedded } from '../../cli/service.ts';
import { serviceReports } from '../../cli/service-reports.ts';
import { Terminal } from '../../cli/terminal.ts';

/** The output until the service has ended. */
async function saidAtEnd({ interrupted, json }: Record<'interrupted' | 'json', boolean>): Promise<string> {
  const stderr = new PassThrough();
  const terminal = new Terminal(new PassThrough(), stderr);
  const signal = interrupted ? AbortSignal.abort() : new AbortController().signal;
  let said: string | null = null;
  const close = async (): Promise<void> => {
    stderr.end();
    said = await text(stderr);
  };
  await stopEmbedded({ terminal, json, signal }, { close });
  return said ?? 'nothing was ended';
}

test('interrupting a service prints that it is ending, and how to end it at once', async () => {
  expect(await saidAtEnd({ interrupted: true, json: false })).toMatch(/^Stopping … Press Ctrl-C again .*\n$/);
});

test('the end of a command that nobody interrupts says nothing, nor does one for programs', async () => {
  expect(await saidAtEnd({ interrupted: false, json: false })).toBe('');
  expect(await saidAtEnd({ interrupted: true, json: true })).toBe('');
});

test('what a service reports is noted with its stack, but a full disk in one sentence, once a minute', async () => {
  const stderr = new PassThrough();
  let now = 0;
  const terminal = new Terminal(new PassThrough(), stderr);
  const report = serviceReports({ terminal, dataDir: import.meta.dirname }, () => now);
  const full = () => Object.assign(new Error('database or disk is full'), { errcode: 13 });
  for (now of [0, 1, 59_999]) report(full());
  report(new TypeError('odd'));
  for (now of [60_000, 60_001]) report(full());
  stderr.end();
  const lines = (await text(stderr)).split('\n').filter((line) => !line.startsWith('    at '));
  const isFull = expect.stringMatching(/^The service cannot write: the disk of .* is full/);
  expect(lines).toEqual([isFull, 'The service reports: TypeError: odd', isFull, '']);
});
