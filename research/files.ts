import { readFile, stat, writeFile } from 'node:fs/promises';
import { CommandFailure, describeSystemError, UsageError } from '../cli/failures.ts';
import { requireFileTarget } from '../cli/output-path.ts';
import { replaceFile } from '../client/files/replace-file.ts';

/** @throws CommandFailure naming the file */
export async function readBytes(file: string): Promise<Buffer> {
  return await readFile(file).catch((cause: unknown) => refuse(file, 'read', cause));
}

/** @throws CommandFailure naming the file */
export async function readInput(file: string): Promise<string> {
  const bytes = await readBytes(file);
  try {
    return bytes.toString('utf8');
  } catch (cause) {
    // It is longer than a string can be.
    return refuse(file, 'read', cause);
  }
}

/**
 * As `replaceFile`.
 * @throws CommandFailure naming the file
 */
export async function writeOutput(file: string, text: string): Promise<void> {
  await requireFileTarget(file);
  await replaceFile(file, (target) => writeFile(target, text)).catch((cause: unknown) =>
    refuse(file, 'written', cause),
  );
}

/**
 * @param option that names the inputs
 * @throws UsageError where `--out` names one of the inputs, by whatever name: it would be lost
 */
export async function requireOtherFile(
  out: string,
  option: string,
  inputs: readonly string[],
): Promise<void> {
  const target = await stat(out).catch(() => null);
  const others = await Promise.all(inputs.map((input) => stat(input).catch(() => null)));
  if (target && others.some((other) => other?.dev === target.dev && other.ino === target.ino))
    throw new UsageError(`--out names what ${option} reads.`);
}

function refuse(file: string, done: 'read' | 'written', cause: unknown): never {
  const { code = 'FAILED', message } = cause as NodeJS.ErrnoException;
  const told = describeSystemError(code, file) ?? `${file} cannot be ${done}: ${message}`;
  throw new CommandFailure(code, told, { cause });
}
