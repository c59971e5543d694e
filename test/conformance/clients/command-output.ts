import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

interface Options {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Milliseconds after which it is ended. */
  timeout?: number;
}

interface Failure {
  stdout?: string;
  stderr?: string;
  killed?: boolean;
  message: string;
}

/** What a command has printed, and whether it failed or was ended. */
export interface Outcome {
  stdout: string;
  /** Its last lines, of a command that failed. */
  failure?: string;
}

const LINES = 12;

/** Runs a command to its end, quietly. */
export async function outcomeOf(
  command: string,
  args: readonly string[],
  options: Options = {},
): Promise<Outcome> {
  try {
    const { stdout } = await promisify(execFile)(command, args, { maxBuffer: 1 << 26, ...options });
    return { stdout };
  } catch (error) {
    const { stdout = '', stderr = '', killed, message } = error as Failure;
    const printed = (stderr.trim() || stdout.trim() || message).split('\n').slice(-LINES).join('\n');
    return { stdout, failure: killed ? `ended after its time\n${printed}` : printed };
  }
}

/** The same, of a command that must not fail. @returns what it has printed @throws Error with its last lines */
export async function quietly(
  command: string,
  args: readonly string[],
  options: Options = {},
): Promise<string> {
  const { stdout, failure } = await outcomeOf(command, args, options);
  if (failure !== undefined) throw new Error(`${command}: ${failure}`);
  return stdout;
}
