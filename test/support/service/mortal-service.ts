import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { type Api, apiOf, eventually } from './api.ts';
import { allEnded, commandLine, descendants } from './processes.ts';

/** The whole service in its own process, so that tests can kill it. */
export interface MortalService {
  readonly api: Api;
  /** Sends SIGKILL to the whole service. @throws if its worker or a decoder outlives it */
  kill(): Promise<void>;
  /** Whether `kill` was called. */
  isKilled(): boolean;
  /** Sends SIGINT to the whole process group, as Ctrl-C in a terminal does. @throws if a process outlives it */
  interrupt(): Promise<void>;
  /** Whether the worker has a decoder process. */
  decodes(): boolean;
  /** Sends SIGKILL to the worker alone. @throws if a decoder outlives it */
  killWorker(): Promise<void>;
}

/**
 * Sends SIGKILL to the worker of a process as soon as there is one; children that other code of the process has are left
 * alone. @throws if a decoder outlives it
 */
export async function killWorkerOf(pid: number): Promise<void> {
  const isWorker = (child: { pid: number; parent: number }): boolean =>
    child.parent === pid && commandLine(child.pid).includes('worker-process');
  const [worker, ...decoders] = await eventually(
    async () => {
      const found = descendants(pid).find(isWorker);
      return found === undefined ? [] : [found, ...descendants(found.pid)];
    },
    (family) => family.length > 0,
  );
  if (worker === undefined) return;
  process.kill(worker.pid, 'SIGKILL');
  await allEnded([worker, ...decoders]);
}

/**
 * Starts the service on a data folder and waits until it is ready; it ends with the test at the latest.
 * @param variables added to the process's environment
 * @throws with its stderr if it ends before it is ready
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
