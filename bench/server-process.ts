import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const projectDir = fileURLToPath(new URL('..', import.meta.url));

/** A server in its own process that has printed its ready line. Disposing ends it and waits for its end. */
export interface ServerProcess extends AsyncDisposable {
  /** The ready line. */
  readonly ready: { readonly apiUrl: string; readonly apiKey?: string };
  /** Milliseconds from the start of the process to its ready line. */
  readonly startMs: number;
}

/**
 * Starts a server that prints one line of JSON when it is ready.
 * @throws Error with its last messages if it ends before it is ready
 */
async function startServer(
  command: string,
  args: readonly string[],
  cwd = projectDir,
): Promise<ServerProcess> {
  const start = performance.now();
  // A process group of its own, so that processes between this one and the server are ended as well.
  const child = spawn(command, args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
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

/** `npm start` on a data folder, in this checkout or in another one that has its packages. */
export const startService = (dataDir: string, checkout = projectDir): Promise<ServerProcess> =>
  startServer('npm', ['start', '--silent', '--', '--json', '--port', '0', '--data', dataDir], checkout);
