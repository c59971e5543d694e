import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { RunningReference } from './reference.ts';

/** Runs a command to its end, with its output on the terminal. @throws Error when it fails */
export async function run(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}

/** A port of the loopback address that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/**
 * Waits for the first line of an output of a process that `ready` accepts.
 * @throws Error with the last lines when the output ends before
 */
export async function readyLine(output: Readable | null, ready: (line: string) => boolean): Promise<string> {
  const last: string[] = [];
  if (output === null) throw new Error('the output is not piped');
  const lines = createInterface(output);
  for await (const line of lines) {
    if (ready(line)) {
      output.resume();
      return line;
    }
    last.push(line);
    if (last.length > 30) last.shift();
  }
  throw new Error(`The server did not start:\n${last.join('\n')}`);
}

/** A server that ends with its process group. */
export const running = (child: ChildProcess, url: string): RunningReference => ({
  url,
  async [Symbol.asyncDispose]() {
    // One that a signal has ended has no exit code.
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    const exited = once(child, 'exit');
    process.kill(-child.pid, 'SIGTERM');
    await exited;
  },
});
