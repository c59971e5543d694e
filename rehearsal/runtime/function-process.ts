import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Outcome, startRuntimeApi } from './runtime-api.ts';

/** A function as its template describes it, and where its code lies. */
export interface FunctionSpec {
  readonly name: string;
  readonly arn: string;
  /** Folder with the code; `folder/file.export` below it. */
  readonly taskRoot: string;
  readonly handler: string;
  /** All of the process's variables, but for those of the Runtime API. */
  readonly environment: Readonly<Record<string, string>>;
  readonly memoryMb: number;
  readonly timeoutMs: number;
}

/** An execution environment: a process that serves one invocation at a time, and stands still between them. */
export interface FunctionProcess {
  /** @param trace header of X-Ray */
  invoke(event: string, trace: string): Promise<Outcome>;
  /** Resolves when everything of the invocation is over, what streams included: it may take the next. */
  settled(): Promise<void>;
  /** Whether it takes no more invocations. */
  readonly ended: boolean;
  /** Most memory that the process itself has held, in MB; decoders that it starts come on top. */
  peakMb(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Starts a function once its code is loaded.
 * @param log takes what the function prints
 */
export type StartFunction = (spec: FunctionSpec, log: (text: string) => void) => Promise<FunctionProcess>;

/** Process groups that run. One that stands still does not notice that its parent ends. */
const groups = new Set<number>();
process.once('exit', () => {
  for (const group of groups) process.kill(-group, 'SIGKILL');
});

/** The options with which Lambda's Node runtime starts Node. */
export const heapLimits = (memoryMb: number): string[] => [
  `--max-old-space-size=${Math.floor(memoryMb * 0.9)}`,
  `--max-semi-space-size=${Math.max(1, Math.floor(memoryMb * 0.05))}`,
];

const BOOTSTRAP = fileURLToPath(new URL('./bootstrap.ts', import.meta.url));

/**
 * Starts a function as Lambda does. The time limit is enforced: at its end the process and what it has started are killed.
 * Memory is limited as Lambda's Node runtime limits the heap; the rest is only measured.
 */
export const startFunction: StartFunction = async (spec, log) => {
  const { name, arn, taskRoot, handler, environment, memoryMb, timeoutMs } = spec;
  const api = await startRuntimeApi(arn);
  const child = spawn(process.execPath, [...heapLimits(memoryMb), BOOTSTRAP], {
    cwd: taskRoot,
    env: {
      ...environment,
      _HANDLER: handler,
      LAMBDA_TASK_ROOT: taskRoot,
      AWS_LAMBDA_RUNTIME_API: api.address,
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that decoders stop and end with it.
    detached: true,
  });
  let ended = false;
  child.stdout.on('data', (data: Buffer) => log(data.toString()));
  child.stderr.on('data', (data: Buffer) => log(data.toString()));
  const gone = once(child, 'exit').then(() => {
    ended = true;
    api.fail('Runtime.ExitError', `${name} exited`);
    api.close();
  });
  const signal = (which: NodeJS.Signals): void => {
    try {
      if (!ended && child.pid !== undefined) process.kill(-child.pid, which);
    } catch {
      // It has just ended by itself.
    }
  };
  if (child.pid !== undefined) groups.add(child.pid);
  void gone.then(() => groups.delete(child.pid ?? 0));
  try {
    await api.ready;
  } catch (error) {
    signal('SIGKILL');
    throw error;
  }
  signal('SIGSTOP');

  return {
    invoke(event, trace) {
      signal('SIGCONT');
      const outcome = api.invoke(event, Date.now() + timeoutMs, trace);
      const limit = setTimeout(() => {
        signal('SIGKILL');
        ended = true;
        api.fail('Sandbox.Timedout', `Task timed out after ${timeoutMs / 1000} seconds`);
      }, timeoutMs);
      void api.idle().then(() => {
        clearTimeout(limit);
        signal('SIGSTOP');
      });
      return outcome;
    },
    settled: api.idle,
    get ended() {
      return ended;
    },
    async peakMb() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      return Math.ceil(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
    },
    async close() {
      signal('SIGKILL');
      await gone;
    },
  };
};
