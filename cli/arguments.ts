import { parseArgs } from 'node:util';
import { UsageError } from './failures.ts';

interface Flag {
  readonly kind: 'flag';
  readonly description: string;
}

interface ValueOption<T> {
  readonly kind: 'value';
  /** How help names the value. */
  readonly placeholder: string;
  readonly description: string;
  /** @throws UsageError that names the expected input */
  readonly parse: (text: string) => T;
}

export type Options = Readonly<Record<string, Flag | ValueOption<unknown>>>;

/** Flags are true or false, other options have their value or are undefined. */
export type OptionValues<O extends Options> = {
  readonly [K in keyof O]: O[K] extends ValueOption<infer T> ? T | undefined : boolean;
};

/** The operands of a command: what its line holds besides options. */
export interface Operands<Name extends string> {
  readonly required: readonly Name[];
  /** Optional operands after these: how help names them, and how many there may be. */
  readonly more?: { readonly name: string; readonly max: number };
}

export interface ParsedArguments<Name extends string, O extends Options> {
  readonly operands: Readonly<Record<Name, string>>;
  readonly more: readonly string[];
  readonly options: OptionValues<O>;
}

export const flag = (description: string): Flag => ({ kind: 'flag', description });

export const value = <T>(
  placeholder: string,
  description: string,
  parse: (text: string) => T,
): ValueOption<T> => ({ kind: 'value', placeholder, description, parse });

/** @throws UsageError naming the first thing that is wrong */
export function parseArguments<Name extends string, O extends Options>(
  args: readonly string[],
  { required, more }: Operands<Name>,
  options: O,
): ParsedArguments<Name, O> {
  const { positionals, values } = split(args, options);
  const missing = required[positionals.length];
  if (missing !== undefined) throw new UsageError(`${missing.toUpperCase()} is missing.`);
  const surplus = positionals[required.length + (more?.max ?? 0)];
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is not expected here.`);
  return {
    operands: Object.fromEntries(required.map((name, i) => [name, positionals[i]])) as Record<Name, string>,
    more: positionals.slice(required.length),
    options: Object.fromEntries(
      Object.entries(options).map(([name, option]) => [name, readOption(name, option, values[name])]),
    ) as OptionValues<O>,
  };
}

function split(args: readonly string[], options: Options) {
  try {
    const { positionals, values, tokens } = parseArgs({
      args: withNegativeValues(args, options),
      allowPositionals: true,
      tokens: true,
      options: Object.fromEntries(
        Object.entries(options).map(([name, { kind }]) => [
          name,
          { type: kind === 'flag' ? ('boolean' as const) : ('string' as const) },
        ]),
      ),
    });
    requireOnce(
      tokens.flatMap((token) => (token.kind === 'option' && token.value !== undefined ? token.name : [])),
    );
    return { positionals, values };
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!code.startsWith('ERR_PARSE_ARGS_')) throw error;
    const what = message.split(/\.\s/)[0]?.replace(/\.?$/, '.');
    const withDash = /'(--[\w-]+=-)XYZ'/.exec(message)?.[1];
    const advice = withDash === undefined ? '' : ` Write a value that begins with a dash as "${withDash}…".`;
    throw new UsageError(`${what}${advice}`);
  }
}

/** @throws UsageError where an option has two values: the last one would silently win. A flag may be repeated. */
function requireOnce(names: readonly string[]): void {
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated !== undefined) throw new UsageError(`--${repeated} is given more than once.`);
}

/** `--frame -1` as `--frame=-1`: no option begins with a dash and a digit, so it can only be a value. */
function withNegativeValues(args: readonly string[], options: Options): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const before = joined.at(-1) ?? '';
    const takesValue = before.startsWith('--') && options[before.slice(2)]?.kind === 'value';
    if (takesValue && /^-\.?\d/.test(arg)) joined[joined.length - 1] = `${before}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

function readOption(name: string, option: Options[string], given: unknown): unknown {
  if (option.kind === 'flag') return given === true;
  return given === undefined ? undefined : readAs(`--${name}`, option.parse, String(given));
}

/**
 * Parses one part of the command line.
 * @throws UsageError that names the part
 */
export function readAs<T>(name: string, parse: (given: string) => T, given: string): T {
  try {
    return parse(given);
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${name} ${error.message}`);
    throw error;
  }
}
