import { constants } from 'node:os';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Report } from './command.ts';
import { COMMANDS, type CommandEntry } from './commands.ts';
import { describeFailure, UsageError } from './failures.ts';
import { commandHelp, overview } from './help.ts';
import { interruption } from './interruption.ts';
import { projectVersion } from './project-version.ts';
import { ask, askHidden, confirm, Terminal } from './terminal.ts';

const DEFAULT_DATA_DIR = fileURLToPath(new URL('../.local', import.meta.url));

/** The process that a command runs in: the one of its own, or what stands for it in a test. */
export type CommandProcess = Pick<NodeJS.Process, 'env' | 'stdin' | 'stdout' | 'stderr' | 'on' | 'exit'>;

/** Runs the command that the arguments name. @returns the exit code */
export async function main(
  argv: readonly string[],
  process: CommandProcess = globalThis.process,
): Promise<number> {
  const terminal = new Terminal(process.stdout, process.stderr);
  const interrupted = interruption(process);
  // The reader has closed the pipe (`vms demo | head`).
  process.stdout.on('error', () => process.exit(128 + constants.signals.SIGPIPE));
  const found = findCommand(argv);
  try {
    const report = await (found === null
      ? runWithoutCommand(argv)
      : run(found, terminal, interrupted.signal, process));
    if (report !== null) terminal.print(argv.includes('--json') ? JSON.stringify(report.json) : report.text);
    return 0;
  } catch (error) {
    if (interrupted.signal.aborted) return interrupted.exitCode();
    const { exitCode, text, error: forPrograms } = describeFailure(error, found?.entry.name ?? '');
    terminal.note(argv.includes('--json') ? JSON.stringify({ error: forPrograms }) : text);
    return exitCode;
  }
}

interface Found {
  entry: CommandEntry;
  args: readonly string[];
}

/** The command whose words the arguments begin with. */
function findCommand(argv: readonly string[]): Found | null {
  for (const entry of COMMANDS) {
    const words = entry.name.split(' ');
    if (words.every((word, i) => argv[i] === word)) return { entry, args: argv.slice(words.length) };
  }
  return null;
}

async function runWithoutCommand(argv: readonly string[]): Promise<Report> {
  const [name] = argv;
  if (name === '--version' || name === '-v') {
    const version = await projectVersion();
    return { json: { version }, text: version };
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    return { json: COMMANDS.map(({ name, summary }) => ({ name, summary })), text: overview() };
  }
  const family = COMMANDS.filter((entry) => entry.name.startsWith(`${name} `)).map((entry) => entry.name);
  throw new UsageError(
    family.length > 0 ? `"${name}" needs more: ${family.join(', ')}.` : `There is no command "${name}".`,
  );
}

async function run(
  { entry, args }: Found,
  terminal: Terminal,
  signal: AbortSignal,
  process: CommandProcess,
): Promise<Report | null> {
  const command = await entry.load();
  if (args.includes('--help') || args.includes('-h')) {
    return { json: { name: entry.name, summary: entry.summary }, text: commandHelp(entry, command) };
  }
  return command.run(args, {
    terminal,
    signal,
    defaultDataDir: DEFAULT_DATA_DIR,
    environment: process.env,
    pause: (milliseconds) => delay(milliseconds, undefined, { signal }),
    readStdin: () => text(process.stdin),
    isInteractive: process.stdin.isTTY && process.stderr.isTTY,
    confirm: (question) => confirm(question, signal),
    ask: (question) => ask(question, signal),
    askHidden: (question) => askHidden(question, signal),
  });
}
