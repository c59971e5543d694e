import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

export type ServiceName = 'sqs' | 'dynamodb' | 's3';

/** A local service in a process of its own, to be killed. */
export interface ServiceProcess {
  readonly url: string;
  /** SIGKILL: the process gets no chance to finish anything. Resolves when it is gone. */
  kill(): Promise<void>;
}

/**
 * Starts a service in a child process and waits until it listens.
 * @throws with what the process wrote to stderr, when it ends before
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
