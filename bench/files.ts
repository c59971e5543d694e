import { readFile, writeFile } from 'node:fs/promises';
import { CommandFailure } from '../cli/failures.ts';
import { requireFileTarget } from '../cli/output-path.ts';
import { replaceFile } from '../client/files/replace-file.ts';

/** @throws CommandFailure naming the file */
export async function readInput(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch((cause: unknown) => refuse(file, 'read', cause));
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

function refuse(file: string, done: 'read' | 'written', cause: unknown): never {
  const { code = 'FAILED', message } = cause as NodeJS.ErrnoException;
  throw new CommandFailure(code, `${file} cannot be ${done}: ${message}`, { cause });
}
