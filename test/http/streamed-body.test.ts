import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { streamedBody } from '../../shared/http/streamed-body.ts';
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
