import { stat } from 'node:fs/promises';
import path from 'node:path';
import { CommandFailure } from './failures.ts';

/** Ends in a separator, or is `.` or `..`. */
const FOLDER_NAME = path.sep === '/' ? /(^|\/)\.{0,2}$/ : /(^|[\\/])\.{0,2}$/;

/**
 * Refuses a file whose folder does not exist, so that a mistyped path creates none.
 * @throws CommandFailure
 */
export async function requireFolderOf(file: string): Promise<void> {
  const folder = path.dirname(path.resolve(file));
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (!found?.isDirectory()) throw new CommandFailure('NO_SUCH_FOLDER', `There is no folder ${folder}.`);
}

/**
 * Refuses a path that cannot become a file: one that names a folder, existing or not, or has no parent folder.
 * @throws CommandFailure
 */
export async function requireFileTarget(file: string): Promise<void> {
  const isFolder = async () => (await stat(file).catch(() => null))?.isDirectory() === true;
  if (FOLDER_NAME.test(file) || (await isFolder())) {
    throw new CommandFailure('IS_A_FOLDER', `${file} names a folder, not a file.`);
  }
  await requireFolderOf(file);
}
