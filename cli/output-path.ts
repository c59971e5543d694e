import { stat } from 'node:fs/promises';
import path from 'node:path';
import { CommandFailure } from './failures.ts';

/** Refuses to write where there is no folder: a mistyped path makes none. @throws CommandFailure */
export async function requireFolderOf(file: string): Promise<void> {
  const folder = path.dirname(path.resolve(file));
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (!found?.isDirectory()) throw new CommandFailure('NO_SUCH_FOLDER', `There is no folder ${folder}.`);
}
