import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { modelManifest } from '../../shared/inference/models/manifest.ts';

const launcher = path.resolve(import.meta.dirname, '../../cli/vms.js');

export interface VmsResult {
  code: number;
  stdout: string;
  stderr: string;
}

export interface VmsOptions {
  env?: Record<string, string>;
  stdin?: string;
}

/** No service address and no models of this machine's own, and the detector of the made clips. */
export const environment = (extra: Record<string, string> = {}): NodeJS.ProcessEnv => {
  const { VMS_API_URL: _, VMS_API_KEY: __, VMS_MODELS_DIR: ___, ...inherited } = process.env;
  return { ...inherited, VMS_DETECTOR: modelManifest.fallback, ...extra };
};

/** Starts the `vms` command in a process of its own. */
export const startVms = (args: readonly string[], env?: Record<string, string>) =>
  spawn(process.execPath, [launcher, ...args], { env: environment(env), stdio: 'pipe' });

/** Runs the `vms` command to its end in a process of its own. */
export async function vmsProcess(
  args: readonly string[],
  { env, stdin = '' }: VmsOptions = {},
): Promise<VmsResult> {
  const child = startVms(args, env);
  child.stdin.end(stdin);
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'exit') as Promise<[number]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, stderr };
}

export interface ServeProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly ready: { apiUrl: string; consoleUrl: string | null; apiKey: string; pid: number };
  /** Everything printed to stdout until it ended. */
  readonly output: Promise<string>;
}

/**
 * Runs `vms serve --json` until it is killed or disposed of; resolves when it is ready.
 * @param options of the command; by default nothing is built
 * @param env added to the environment of this process
 */
export async function serve(
  dataDir: string,
  options: readonly string[] = ['--api-only'],
  env: Record<string, string> = {},
): Promise<ServeProcess> {
  const port = options.includes('--port') ? [] : ['--port', '0'];
  const args = ['serve', ...port, '--json', '--data', dataDir, ...options];
  const child = spawn(process.execPath, [launcher, ...args], {
    env: environment(env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const output = text(child.stdout);
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exited.then(([code]) => {
      throw new Error(`vms serve ended with code ${code}`);
    }),
  ]);
  return {
    child,
    ready: JSON.parse(String(line)),
    output,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
