import { EventEmitter } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type CommandProcess, main } from '../../cli/main.ts';
import { processEnvironment, provideEnvironment } from '../../shared/kernel/runtime/environment.ts';
import { provideConnections } from '../../shared/stores/connections.ts';
import { environment, type VmsOptions, type VmsResult } from './vms-process.ts';

class ProcessExit extends Error {}

/**
 * Runs the `vms` command to its end in this process, as `vmsProcess` does in one of its own, which takes a second. One
 * command at a time: the SDK's clients read the variables of the process.
 */
export async function vms(args: readonly string[], { env, stdin = '' }: VmsOptions = {}): Promise<VmsResult> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const output = Promise.all([text(stdout), text(stderr)]);
  const variables = { ...process.env };
  const kept = processEnvironment();
  setVariables(environment(env));
  // The clients of a process: other variables may name other stores.
  provideEnvironment({ ...kept, variables: process.env });
  // A new process is connected to no stores yet.
  provideConnections({});
  try {
    const code = await main(args, commandProcess(stdin, stdout, stderr));
    stdout.end();
    stderr.end();
    const [printed, noted] = await output;
    return { code, stdout: printed, stderr: noted };
  } finally {
    provideEnvironment(kept);
    provideConnections({});
    setVariables(variables);
  }
}

function setVariables(variables: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
}

/** What of a process a command uses, without signals. */
function commandProcess(stdin: string, stdout: PassThrough, stderr: PassThrough): CommandProcess {
  const stand = Object.assign(new EventEmitter(), {
    env: process.env,
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout,
    stderr,
    exit(code: number): never {
      throw new ProcessExit(`the command ends its process with ${code}`);
    },
  });
  return stand as unknown as CommandProcess;
}
