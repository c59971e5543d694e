import { randomUUID } from 'node:crypto';
import { access, constants, lstat, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Replaces a file as a whole or not at all: a run that fails leaves what was there, and no file of another name is touched. Links stay
 * links; devices, pipes and what a link to nothing names, which cannot be replaced, are written to.
 * @param write writes all of it to the path that it is given
 * @throws what `write` throws; the operating system's error where the file cannot be replaced, or is write-protected
 */
export async function replaceFile(file: string, write: (target: string) => Promise<void>): Promise<void> {
  const found = await stat(file).catch(() => null);
  const inPlace = found === null ? await isLink(file) : !found.isFile() && !found.isDirectory();
  if (inPlace) return await write(file);
  const target = found === null ? file : await realpath(file);
  // Renaming would replace a file that is write-protected, too.
  if (found !== null) await access(target, constants.W_OK);
  const draft = path.join(path.dirname(target), `.${randomUUID()}.part`);
  try {
    await write(draft);
    await rename(draft, target);
  } catch (cause) {
    await rm(draft, { force: true });
    throw cause;
  }
}

const isLink = async (file: string): Promise<boolean> =>
  (await lstat(file).catch(() => null))?.isSymbolicLink() === true;
