import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Context } from '../../cli/command.ts';
import { awaitWork, jobOf, processingOf, surfaceOf } from '../../cli/ongoing-work.ts';
import { Terminal } from '../../cli/terminal.ts';
import { ConnectionFailure } from '../../client/failure.ts';

/** The text when waiting ends with an error, by Ctrl-C or of itself. */
async function saidAfter(
  work: typeof jobOf,
  { lasting, interrupted }: Record<'lasting' | 'interrupted', boolean>,
  error = new Error('over'),
) {
  const controller = new AbortController();
  const stderr = new PassThrough();
  const context = {
    terminal: new Terminal(new PassThrough(), stderr),
    signal: controller.signal,
  } as unknown as Context;
  const over = Promise.withResolvers<never>();
  const waiting = awaitWork(context, { lasting }, work('v1'), over.promise);
  if (interrupted) controller.abort();
  over.reject(error);
  await expect(waiting).rejects.toThrow('over');
  stderr.end();
  return text(stderr);
}

test('interrupting the watching of a job prints that it goes on, and how to see and end it', async () => {
  expect(await saidAfter(jobOf, { lasting: true, interrupted: true })).toBe(
    'The job continues: "vms status v1" shows it, "vms cancel v1" stops it.\n',
  );
  expect(await saidAfter(processingOf, { lasting: true, interrupted: true })).toBe(
    'Processing continues: "vms get v1" shows it.\n',
  );
  expect(await saidAfter(surfaceOf, { lasting: true, interrupted: true })).toBe(
    'If the surface was marked, tracking continues: "vms objects v1" shows it.\n',
  );
});

test('where the service ends with the command, the work is said to wait for the next one', async () => {
  expect(await saidAfter(jobOf, { lasting: false, interrupted: true })).toContain(
    'The job continues when a service runs ("npx vms serve")',
  );
});

test('where the service goes away meanwhile, the work is said to go on once it is back', async () => {
  const gone = new ConnectionFailure('over');
  expect(await saidAfter(surfaceOf, { lasting: true, interrupted: false }, gone)).toBe(
    'If the surface was marked, tracking continues once the service is back: "vms objects v1" shows it.\n',
  );
});

test('work that failed is not said to go on', async () => {
  expect(await saidAfter(jobOf, { lasting: true, interrupted: false })).toBe('');
});
