import { rm } from 'node:fs/promises';
import path from 'node:path';
import { outcomeOf } from './command-output.ts';
import { missingFrom, STEPS } from './flow.ts';
import type { Generator, Task } from './generator.ts';

interface Tried {
  /** Whether it was generated and compiled, and how far the program came. */
  row: [generated: string, compiled: string, steps: string];
  failure?: string;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A command that is not there fails to start, whatever it is asked. */
async function missingCommands({ needs }: Generator): Promise<string[]> {
  const missing: string[] = [];
  for (const command of needs) {
    const { failure } = await outcomeOf('sh', ['-c', 'command -v "$0"', command]);
    if (failure !== undefined) missing.push(command);
  }
  return missing;
}

/** Makes a client, compiles it and lets the program of its user run; the first thing that fails ends it. */
export async function tryClient(
  generator: Generator,
  task: Task,
  { apiKey, clip }: { apiKey: string; clip: string },
): Promise<Tried> {
  const missing = await missingCommands(generator);
  if (missing.length > 0) return { row: ['skipped', `needs ${missing.join(', ')}`, ''] };
  try {
    await generator.generate(task);
  } catch (error) {
    return { row: ['no', '', ''], failure: messageOf(error) };
  }
  try {
    await generator.compile(task);
  } catch (error) {
    return { row: ['yes', 'no', ''], failure: messageOf(error) };
  }
  const { command, args, env } = await generator.program(task);
  const exported = path.join(task.folder, 'exported.json');
  await rm(exported, { force: true });
  const variables = { VMS_API_URL: task.url, VMS_API_KEY: apiKey, VMS_CLIP: clip, VMS_OUT: exported };
  const { stdout, failure } = await outcomeOf(command, args, {
    cwd: task.folder,
    env: { ...process.env, ...env, ...variables },
    timeout: 120_000,
  });
  const printed = new Set(stdout.split('\n'));
  const done = STEPS.filter((step) => printed.has(step));
  const row: Tried['row'] = ['yes', 'yes', `${done.length} of ${STEPS.length}`];
  const next = STEPS.find((step) => !printed.has(step));
  if (failure !== undefined || next !== undefined)
    return { row, failure: `${next ?? 'end'}: ${failure ?? stdout}` };
  const lost = await missingFrom(exported);
  return lost.length === 0 ? { row } : { row, failure: `not stored as it was sent: ${lost.join(', ')}` };
}
