import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compare, interleave, type Section } from './measure.ts';
import { type ServerProcess, startBareServer, startService } from './server-process.ts';

/** Seconds from the start of `npm start` to its ready line, on a new and on a used data folder. */
export async function benchStartup({ repetitions }: { readonly repetitions: number }): Promise<Section> {
  await using used = await mkdtempDisposable(path.join(tmpdir(), 'vms-bench-'));
  const seconds = async (starting: Promise<ServerProcess>): Promise<number> => {
    await using server = await starting;
    return server.startMs / 1000;
  };
  const values = await interleave(repetitions, {
    bare: () => seconds(startBareServer()),
    cold: async () => {
      await using fresh = await mkdtempDisposable(path.join(tmpdir(), 'vms-bench-'));
      return await seconds(startService(fresh.path));
    },
    warm: () => seconds(startService(used.path)),
  });
  const baseline = { name: 'bare node:http server', values: values.bare };
  return {
    title: 'Start-up',
    conditions: ['from the start of the process to its ready line; the aim for npm start is 3 s'],
    comparisons: [
      compare({ name: 'npm start, new data folder', values: values.cold }, baseline, 's'),
      compare({ name: 'npm start, used data folder', values: values.warm }, baseline, 's'),
    ],
  };
}
