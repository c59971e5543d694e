import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { bodyOf, streamedBody } from '../../shared/http/streamed-body.ts';
import { CHUNK_BYTES } from '../../shared/kernel/bytes/chunks.ts';
import { logger } from '../../shared/kernel/logging/logging.ts';

const FIELDS = { route: 'metadata/get-metadata' };

/** Log lines from now on, until the end of the test. */
function logged() {
  const [error, info] = [vi.spyOn(logger, 'error'), vi.spyOn(logger, 'info')];
  for (const spy of [error, info]) spy.mockImplementation(() => undefined);
  return { error: error.mock.calls, info: info.mock.calls };
}

test('a client that goes before the end of its answer is no error', async () => {
  const { error, info } = logged();
  const over = Promise.withResolvers<void>();
  async function* endless() {
    try {
      for (;;) yield new Uint8Array(1000);
    } finally {
      over.resolve();
    }
  }
  const body = streamedBody(endless(), FIELDS);
  body.on('error', () => undefined);
  await once(body, 'readable');
  // As `pipeline` does when the other end closes.
  body.destroy(new Error('Premature close'));
  await over.promise;
  await setImmediate();
  expect(error).toEqual([]);
  expect(info).toEqual([['answer not read to its end', FIELDS]]);
});

test('a failure while the answer is read is an error, and breaks it off', async () => {
  const { error } = logged();
  const failure = new Error('damaged');
  async function* damaged() {
    yield new Uint8Array(10);
    throw failure;
  }
  await expect(streamedBody(damaged(), FIELDS).toArray()).rejects.toBe(failure);
  expect(error).toEqual([['answer broken off', { ...FIELDS, error: failure }]]);
});

async function* piecesOf(...texts: string[]): AsyncGenerator<Buffer> {
  for (const piece of texts) yield Buffer.from(piece);
}

test('a body that comes in one short piece is a text, an empty one too', async () => {
  expect(await bodyOf(piecesOf('{"name":"Übung"}'), FIELDS)).toBe('{"name":"Übung"}');
  expect(await bodyOf(piecesOf(), FIELDS)).toBe('');
});

test.each([
  ['begins with a large piece', ['x'.repeat(CHUNK_BYTES), 'y']],
  ['is a single large piece', ['x'.repeat(CHUNK_BYTES)]],
  ['comes in short pieces', ['{', '"a":1', '}']],
])('a body that %s is streamed, complete', async (_, pieces) => {
  const body = await bodyOf(piecesOf(...pieces), FIELDS);
  expect(typeof body).toBe('object');
  expect(await text(body as Readable)).toBe(pieces.join(''));
});

test('a large piece is sent before the next one is there', async () => {
  async function* stuck() {
    yield new Uint8Array(CHUNK_BYTES);
    await new Promise(() => undefined);
  }
  const body = (await bodyOf(stuck(), FIELDS)) as Readable;
  const [piece] = (await once(body, 'data')) as [Buffer];
  expect(piece).toHaveLength(CHUNK_BYTES);
});

test('a failure to read a short body comes before the answer begins', async () => {
  const failure = new Error('damaged');
  async function* damaged() {
    yield Buffer.from('{');
    throw failure;
  }
  await expect(bodyOf(damaged(), FIELDS)).rejects.toBe(failure);
});

test('whatever a body is read from is given back when its reader goes', async () => {
  const over = Promise.withResolvers<void>();
  async function* endless() {
    try {
      for (;;) yield new Uint8Array(CHUNK_BYTES);
    } finally {
      over.resolve();
    }
  }
  const body = (await bodyOf(endless(), FIELDS)) as Readable;
  body.on('error', () => undefined);
  await once(body, 'readable');
  body.destroy(new Error('Premature close'));
  await over.promise;
});
