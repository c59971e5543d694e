import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { onKeptPort } from '../../../local/data-folder/kept-port.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function listen(port: number): Promise<AsyncDisposable & { url: string }> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

test('a server has its port again, and another one where that is taken, which is kept from then on', async () => {
  using folder = temporaryFolder();
  const file = path.join(folder.path, 'port');
  const start = () => onKeptPort(file, listen);
  const first = await start();
  await first[Symbol.asyncDispose]();
  const again = await start();
  expect(again.url).toBe(first.url);
  const beside = await start();
  expect(beside.url).not.toBe(first.url);
  await again[Symbol.asyncDispose]();
  await beside[Symbol.asyncDispose]();
  await using last = await start();
  expect(last.url).toBe(beside.url);
});

test.each(['', 'port', '80', '70000', '-1', '9000.5'])(
  'a file that says "%s" is as none, and is mended',
  async (text) => {
    using folder = temporaryFolder();
    const file = path.join(folder.path, 'port');
    writeFileSync(file, text);
    const asked: number[] = [];
    await using server = await onKeptPort(file, (port) => {
      asked.push(port);
      return listen(port);
    });
    expect(asked).toEqual([0]);
    expect(readFileSync(file, 'utf8')).toBe(new URL(server.url).port);
  },
);

test('other failures of the start are not taken for a port that is in use', async () => {
  using folder = temporaryFolder();
  const file = path.join(folder.path, 'port');
  writeFileSync(file, '20000');
  let starts = 0;
  const failing = onKeptPort(file, async () => {
    starts += 1;
    throw Object.assign(new Error('locked'), { code: 'EBUSY' });
  });
  await expect(failing).rejects.toThrow('locked');
  expect(starts).toBe(1);
  expect(readFileSync(file, 'utf8')).toBe('20000');
});
