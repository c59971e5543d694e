import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const projectDir = fileURLToPath(new URL('..', import.meta.url));

/** A server in a process of its own, which has printed its ready line. Disposing ends it and waits until it is gone. */
export interface ServerProcess extends AsyncDisposable {
  /** What the server says about itself. */
  readonly ready: { readonly apiUrl: string; readonly apiKey?: string };
  /** Milliseconds from the start of the process to its ready line. */
  readonly startMs: number;
}

/**
 * Starts a server that prints one line of JSON when it is ready.
 * @throws Error with its last messages when it ends before
 */
export async function startServer(command: string, args: readonly string[]): Promise<ServerProcess> {
  const start = performance.now();
  // A group of its own: whatever stands between this process and the server is told to end as well.
  const child = spawn(command, args, { cwd: projectDir, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-4000);
  });
  const firstLine = once(createInterface(child.stdout), 'line').then(([line]) => String(line));
  const line = await Promise.race([firstLine, exited.then(() => null)]);
  const startMs = performance.now() - start;
  if (line === null) throw new Error(`${command} ${args.join(' ')} ended before it was ready:\n${errors}`);
  return {
    ready: JSON.parse(line) as ServerProcess['ready'],
    startMs,
    async [Symbol.asyncDispose]() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
      await exited;
    },
  };
}

export const startBareServer = (): Promise<ServerProcess> =>
  startServer(process.execPath, [fileURLToPath(new URL('./bare-server.ts', import.meta.url))]);

/** `npm start` on a data folder. */
export const startService = (dataDir: string): Promise<ServerProcess> =>
  startServer('npm', ['start', '--silent', '--', '--json', '--port', '0', '--data', dataDir]);
