import type { Options } from './arguments.ts';
import { COMMON_OPTIONS, type Command } from './command.ts';
import { COMMANDS, type CommandEntry } from './commands.ts';

const INDENT = '  ';

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${INDENT}${left.padEnd(width + 3)}${right}`).join('\n');
}

export const overview =
  (): string => `The Video Metadata Service on this machine: it detects and tracks objects in videos, keeps a versioned metadata
document for each video, and exports videos with their metadata inside.

Usage: vms COMMAND [options]

${columns(COMMANDS.map(({ name, summary }) => [name, summary]))}

vms COMMAND --help describes a command, vms --version prints the version. Commands use the service that
runs on the data folder (--data DIR), or start one while they run; with VMS_API_URL and VMS_API_KEY set, they use the
service at that address. Operator commands (keys, users, account, failed, dead-letters) manage a deployed service with
--stack NAME and AWS credentials.`;

const optionRows = (options: Options): [string, string][] =>
  Object.entries(options).map(([name, option]) => [
    `--${name}${option.kind === 'value' ? ` ${option.placeholder}` : ''}`,
    option.description,
  ]);

/** A line for each option. */
export const optionsHelp = (options: Options): string => columns(optionRows(options));

export function commandHelp({ name, summary }: CommandEntry, command: Command): string {
  const { required, more } = command.operands;
  const usage = ['vms', name, ...required.map((operand) => operand.toUpperCase())];
  if (more !== undefined) usage.push(`[${more.name}${more.max > 1 ? ' …' : ''}]`);
  const parts = [
    `${summary}.`,
    `Usage: ${usage.join(' ')} [options]`,
    ...(command.description === undefined ? [] : [command.description]),
    optionsHelp({ ...command.options, ...COMMON_OPTIONS }),
  ];
  return parts.join('\n\n');
}
