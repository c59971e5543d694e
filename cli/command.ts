import {
  flag,
  type Operands,
  type Options,
  type ParsedArguments,
  parseArguments,
  value,
} from './arguments.ts';
import { shellWord, shownPath } from './format.ts';
import type { Terminal } from './terminal.ts';
import { text } from './values.ts';

/** What every command gets to work with. */
export interface Context {
  readonly terminal: Terminal;
  /** Whether the output is read by a program. */
  readonly json: boolean;
  /** Folder of the embedded service. */
  readonly dataDir: string;
  /** The option that passes that folder to another command, with a space before it; empty where it is not needed. */
  readonly dataOption: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborted when the user interrupts the command. */
  readonly signal: AbortSignal;
  /** Waits; rejects with the signal's reason if it aborts first. */
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly readStdin: () => Promise<string>;
  /** Whether a user can answer questions: both ends are a terminal. */
  readonly isInteractive: boolean;
  readonly confirm: (question: string) => Promise<boolean>;
  /** Asks for a line. */
  readonly ask: (question: string) => Promise<string>;
  /** Asks for a line that is not shown while it is typed. */
  readonly askHidden: (question: string) => Promise<string>;
}

/** The result of a command: `--json` prints `json` on one line, otherwise `text` is printed. */
export interface Report {
  readonly json: unknown;
  readonly text: string;
}

export interface Command {
  readonly operands: Operands<string>;
  readonly options: Options;
  /** What help says beyond the summary. */
  readonly description: string | undefined;
  run(args: readonly string[], base: BaseContext): Promise<Report | null>;
}

/** The part of the context that does not depend on the command line. */
type BaseContext = Omit<Context, 'json' | 'dataDir' | 'dataOption'> & { readonly defaultDataDir: string };

/** Options that every command has. */
export const COMMON_OPTIONS = {
  data: value('DIR', 'Folder of the embedded service (default: .local in the project)', text),
  json: flag('Print the result as one line of JSON'),
  help: flag('Print this help'),
} satisfies Options;

interface CommandDefinition<Name extends string, O extends Options> {
  operands?: Operands<Name>;
  options?: O;
  description?: string;
  run(context: Context, given: ParsedArguments<Name, O>): Promise<Report | null>;
}

export function defineCommand<
  const Name extends string = never,
  const O extends Options = Record<never, never>,
>(definition: CommandDefinition<Name, O>): Command {
  const { operands = { required: [] }, options = {} as O, description, run } = definition;
  return {
    operands,
    options,
    description,
    async run(args, { defaultDataDir, ...base }) {
      const given = parseArguments(args, operands, { ...COMMON_OPTIONS, ...options });
      const { data = defaultDataDir, json } = given.options as ParsedArguments<
        never,
        typeof COMMON_OPTIONS
      >['options'];
      const dataOption = data === defaultDataDir ? '' : ` --data ${shellWord(shownPath(data))}`;
      return run({ ...base, json, dataDir: data, dataOption }, given);
    },
  };
}
