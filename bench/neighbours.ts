import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { RunFile } from '../local/data-folder/run-file.ts';
import { connectBySockets } from '../local/stores/connections.ts';
import { systemRuntime } from '../shared/kernel/runtime/runtime.ts';
import { openAccounts } from '../shared/stores/accounts.ts';
import { synthesizeClip } from '../synthetic/synthesize-clip.ts';
import { createAccountKey } from './account-key.ts';
import { compare, interleave, type Section } from './measure.ts';
import { startService } from './server-process.ts';

const SAMPLES = 300;
const PAUSE_MS = 5;

/** A key of another account than the demo's. */
async function otherKey(dataDir: string): Promise<string> {
  const { variables } = JSON.parse(await readFile(path.join(dataDir, 'run.json'), 'utf8')) as RunFile;
  Object.assign(process.env, variables);
  connectBySockets(variables);
  const environment = { variables, runtime: systemRuntime };
  const { accountId } = await openAccounts(environment).byHandle('neighbour');
  return createAccountKey(environment, accountId);
}

/** The 99th percentile of consecutive requests, in milliseconds. */
async function p99(apiUrl: string, key: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < SAMPLES; n++) {
    const start = performance.now();
    const response = await fetch(`${apiUrl}/api/v1/whoami`, { headers: { Authorization: `Bearer ${key}` } });
    await response.text();
    if (response.status !== 200) throw new Error(`whoami answered ${response.status}`);
    times.push(performance.now() - start);
    await delay(PAUSE_MS);
  }
  return times.sort((a, b) => a - b)[Math.ceil(SAMPLES * 0.99) - 1] ?? Number.NaN;
}

/** Runs `work` while another process keeps the service busy. */
async function beside<T>(args: readonly string[], work: () => Promise<T>): Promise<T> {
  const script = fileURLToPath(new URL('./neighbours-load.ts', import.meta.url));
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  try {
    await once(createInterface(child.stdout), 'line');
    return await work();
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
}

/** How long other accounts wait while one uploads hostile files and exports large documents. */
export async function benchNeighbours({ repetitions }: { readonly repetitions: number }): Promise<Section> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'vms-bench-'));
  const dataDir = path.join(folder.path, 'data');
  const clip = path.join(folder.path, 'clip.mp4');
  await synthesizeClip(clip, { seconds: 1, width: 160, height: 90, fps: 10 });
  await using service = await startService(dataDir);
  const { apiUrl, apiKey = '' } = service.ready;
  const key = await otherKey(dataDir);
  const measure = () => p99(apiUrl, key);
  const loaded = (load: string) => () => beside([load, apiUrl, apiKey, clip], measure);
  const { idle, ...others } = await interleave(repetitions, {
    idle: measure,
    'files of 100 MB of empty boxes': loaded('boxes'),
    'forms of 100,000 fields': loaded('fields'),
    'edits and native exports of a 16 MB document': loaded('exports'),
  });
  return {
    title: 'Neighbours',
    conditions: [
      `p99 of ${SAMPLES} whoami of one account, while another keeps two requests under way`,
      'service, load and measurement are processes of their own on the same machine',
    ],
    comparisons: Object.entries(others).map(([name, values]) =>
      compare({ name, values }, { name: 'idle', values: idle }, 'ms'),
    ),
  };
}
