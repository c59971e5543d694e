import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

export type ServiceName = 'sqs' | 'dynamodb' | 's3';

/** A local service in its own process, so that tests can kill it. */
export interface ServiceProcess {
  readonly url: string;
  /** Sends SIGKILL, so that the process cannot finish anything. Resolves when it has ended. */
  kill(): Promise<void>;
}

/**
 * Starts a service in a child process and waits until it listens.
 * @throws with its stderr if it ends before it listens
 */
export async function spawnService(service: ServiceName, dataDir: string): Promise<ServiceProcess> {
  const script = path.join(import.meta.dirname, 'serve.ts');
  const child = spawn(process.execPath, [script, service, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] });
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
