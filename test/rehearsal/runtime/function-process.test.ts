import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type FunctionProcess, startFunction } from '../../../rehearsal/runtime/function-process.ts';
import { afterFile } from '../../support/service/after-file.ts';
import { temporaryFolder } from '../../support/service/test-service.ts';

const TRACE = 'Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=0';

async function started(source: string, timeoutMs = 20_000): Promise<FunctionProcess> {
  const taskRoot = path.join(await temporaryFolder('function'), 'task');
  await mkdir(taskRoot);
  await writeFile(path.join(taskRoot, 'index.mjs'), source);
  const fn = await startFunction(
    {
      name: 'f',
      arn: 'arn:f',
      taskRoot,
      handler: 'index.handler',
      environment: { GREETING: 'hello' },
      memoryMb: 128,
      timeoutMs,
    },
    () => {},
  );
  afterFile(fn.close);
  return fn;
}

test('a function gets its event, its own variables and no others, and answers', async () => {
  const fn = await started(
    'export const handler = async (event, context) => ({ event, greeting: process.env.GREETING, home: process.env.HOME, name: context.functionName, trace: process.env._X_AMZN_TRACE_ID });',
  );
  for (const number of [1, 2]) {
    const outcome = await fn.invoke(JSON.stringify({ number }), TRACE);
    await fn.settled();
    const payload = { event: { number }, greeting: 'hello', name: 'f', trace: TRACE };
    expect(outcome).toEqual({ kind: 'answer', payload: JSON.stringify(payload) });
  }
  expect(await fn.peakMb()).toBeGreaterThan(10);
});

test('what a handler throws is its error, by name and message', async () => {
  const fn = await started("export const handler = async () => { throw new RangeError('too far'); };");
  expect(await fn.invoke('{}', TRACE)).toEqual({
    kind: 'error',
    errorType: 'RangeError',
    errorMessage: 'too far',
  });
});

test('an answer that is streamed arrives with its head', async () => {
  const fn = await started(
    "export const handler = awslambda.streamifyResponse(async (event, stream) => { const out = awslambda.HttpResponseStream.from(stream, { statusCode: 201 }); out.write('a'); out.end('b'); });",
  );
  const outcome = await fn.invoke('{}', TRACE);
  expect(outcome.kind === 'stream' && (await text(outcome.stream))).toBe(
    `{"statusCode":201}${'\0'.repeat(8)}ab`,
  );
});

test('a function that goes on beyond its time is killed', async () => {
  const fn = await started('export const handler = () => { for (;;); };', 300);
  expect(await fn.invoke('{}', TRACE)).toMatchObject({ kind: 'error', errorType: 'Sandbox.Timedout' });
  expect(fn.ended).toBe(true);
});

test('a function whose process ends has failed', async () => {
  const fn = await started('export const handler = () => process.exit(3);');
  expect(await fn.invoke('{}', TRACE)).toMatchObject({ kind: 'error', errorType: 'Runtime.ExitError' });
});

test('a module without the handler cannot be started', async () => {
  await expect(started('export const other = 1;')).rejects.toThrow();
});
