import { type Options, type OptionValues, parseArguments } from '../cli/arguments.ts';
import { CommandFailure, describeFailure, UsageError } from '../cli/failures.ts';
import { optionsHelp } from '../cli/help.ts';
import { printable } from '../cli/printable.ts';
import { InferenceError } from '../shared/inference/errors.ts';
import { MediaError } from '../shared/media/headers/media-error.ts';

/**
 * Runs a command that people use beside `vms`, and ends as that does: exit code 2 for a wrong command line and 1 for
 * another failure, reported in one line; a stack only where the error is the program's own. Explains itself with `--help`.
 * @param mostNames how many names may stand beside the options
 */
export async function runCommand<O extends Options>(
  summary: string,
  options: O,
  run: (given: OptionValues<O>, names: readonly string[]) => Promise<void>,
  { mostNames = 0 }: { readonly mostNames?: number } = {},
): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    console.log(`${summary}\n\n${optionsHelp(options)}`);
    return;
  }
  try {
    const operands = { required: [], more: { name: 'NAME', max: mostNames } };
    const given = parseArguments(args, operands, options);
    await run(given.options, given.more);
  } catch (error) {
    const { exitCode, text, error: told } = describeFailure(asFailure(error), '');
    console.error(told.code === 'INTERNAL_ERROR' ? text : printable(told.message));
    process.exitCode = exitCode;
  }
}

function asFailure(error: unknown): unknown {
  if (error instanceof MediaError) return new CommandFailure(error.reason, error.message);
  // Only the command line can name a model that is in no manifest.
  if (error instanceof InferenceError && error.code === 'MODEL_UNKNOWN')
    return new UsageError(`--model: ${error.message}.`);
  return error;
}
