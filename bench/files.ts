import { randomUUID } from 'node:crypto';
import { access, constants, lstat, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { CommandFailure } from '../cli/failures.ts';
import { requireFileTarget } from '../cli/output-path.ts';

/** @throws CommandFailure naming the file */
export async function readInput(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch((cause: unknown) => refuse(file, 'read', cause));
}

/**
 * Replaces a file as a whole or not at all: a run that fails leaves what was there. Links stay links; devices, pipes and what a
 * link to nothing names, which cannot be replaced, are written to.
 * @throws CommandFailure naming the file
 */
export async function writeOutput(file: string, text: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  const inPlace = found === null ? await isLink(file) : !found.isFile() && !found.isDirectory();
  if (inPlace) {
    return await writeFile(file, text).catch((cause: unknown) => refuse(file, 'written', cause));
  }
  await requireFileTarget(file);
  const target = found === null ? file : await realpath(file);
  const draft = `${target}.${randomUUID()}.part`;
  try {
    // Renaming would replace a file that is write-protected, too.
    if (found !== null) await access(target, constants.W_OK);
    await writeFile(draft, text);
    await rename(draft, target);
  } catch (cause) {
    await rm(draft, { force: true });
    refuse(file, 'written', cause);
  }
}

const isLink = async (file: string): Promise<boolean> =>
  (await lstat(file).catch(() => null))?.isSymbolicLink() === true;

function refuse(file: string, done: 'read' | 'written', cause: unknown): never {
  const { code = 'FAILED', message } = cause as NodeJS.ErrnoException;
  throw new CommandFailure(code, `${file} cannot be ${done}: ${message}`, { cause });
}
