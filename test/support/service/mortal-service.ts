import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { type Api, apiOf, eventually } from './api.ts';
import { allEnded, descendants } from './processes.ts';

/** The whole service in a process of its own, to be killed. */
export interface MortalService {
  readonly api: Api;
  /** SIGKILL for the whole service. @throws when a process it had started, the worker or a decoder, outlives it */
  kill(): Promise<void>;
  /** Whether `kill` was called. */
  isKilled(): boolean;
  /** What Ctrl-C in a terminal does: SIGINT for the whole group of processes. @throws when one outlives it */
  interrupt(): Promise<void>;
  /** Whether a process decodes for the worker. */
  decodes(): boolean;
  /** SIGKILL for the worker alone. @throws when a decoder outlives it */
  killWorker(): Promise<void>;
}

/** SIGKILL for the worker that a process has started, once there is one. @throws when a decoder outlives it */
export async function killWorkerOf(pid: number): Promise<void> {
  const family = await eventually(
    async () => descendants(pid),
    (processes) => processes.length > 0,
  );
  const worker = family.find(({ parent }) => parent === pid);
  if (worker !== undefined) process.kill(worker.pid, 'SIGKILL');
  await allEnded(family);
}

/**
 * Starts the service on a data folder and waits until it is up; it ends with the test at the latest.
 * @param variables added to the process's environment
 * @throws with what it wrote to stderr, when it ends before
 */
export async function startMortalService(
  dataDir: string,
  variables: Record<string, string> = {},
): Promise<MortalService> {
  const script = path.join(import.meta.dirname, 'run-service.ts');
  const child = spawn(process.execPath, [script, dataDir], {
    stdio: 'pipe',
    detached: true,
    env: { ...process.env, ...variables },
  });
  const pid = child.pid ?? 0;
  const exited = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const end = async (signal: () => void): Promise<void> => {
    const family = descendants(pid);
    signal();
    await exited;
    await allEnded(family);
  };
  let killed = false;
  const kill = () => {
    killed = true;
    return end(() => child.kill('SIGKILL'));
  };
  onTestFinished(kill);

  const started = once(createInterface(child.stdout), 'line').then(([line]) => JSON.parse(String(line)));
  const run = await Promise.race([started, exited.then(() => null)]);
  if (run === null) throw new Error(errors);
  return {
    api: apiOf(run),
    kill,
    isKilled: () => killed,
    decodes: () => descendants(pid).some(({ parent }) => parent !== pid),
    interrupt: () => end(() => process.kill(-pid, 'SIGINT')),
    killWorker: () => killWorkerOf(pid),
  };
}
