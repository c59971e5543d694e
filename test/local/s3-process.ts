/** An S3 server in a process of its own, to be killed. Its listener never takes an event. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startS3 } from '../../local/s3/server.ts';
import { identity } from '../support/service/local-services.ts';

export interface S3Process {
  url: string;
  /** SIGKILL: nothing gets finished. Resolves when the process is gone. */
  kill(): Promise<void>;
}

/** @throws with what the process wrote to stderr, if it ends before it listens */
export async function spawnS3(dataDir: string): Promise<S3Process> {
  const child = spawn(process.execPath, [import.meta.filename, dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const listening = once(createInterface(child.stdout), 'line');
  const url = await Promise.race([listening.then(([line]) => String(line)), exited.then(() => undefined)]);
  if (url === undefined) throw new Error(errors);
  return {
    url,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

const [, script, dataDir = ''] = process.argv;
if (script === import.meta.filename) {
  const onObjectCreated = (): Promise<void> => new Promise(() => undefined);
  console.log((await startS3({ dataDir, ...identity, onObjectCreated })).url);
}
