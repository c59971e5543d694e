import { access, chmod, constants, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** A folder that cannot hold data; the message says which, and why. */
export class UnusableFolder extends Error {}

const PRIVATE = 0o700;

const REASONS: Record<string, string> = {
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  EROFS: 'the file system cannot be written to',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'there is a file of this name',
  ENOENT: 'no folder can be made there',
};

/** Known errors in words; a full disk is left out, since it is not the folder's fault. */
function unusable(folder: string, cannotBe: string, error: unknown): unknown {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  if (reason === undefined) return error;
  return new UnusableFolder(`The folder ${folder} cannot be ${cannotBe}: ${reason}.`, { cause: error });
}

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );

/**
 * Like mkdir with `recursive`, which loops for ever if the parent exists but the folder cannot be made, as in
 * /proc.
 * @returns whether it was made
 */
async function make(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await isFolder(folder))) return false;
    const parent = path.dirname(folder);
    if (code !== 'ENOENT' || parent === folder || !(await make(parent))) throw error;
    await mkdir(folder);
  }
  // Not by the mode of mkdir, which the umask restricts.
  await chmod(folder, PRIVATE);
  return true;
}

/**
 * Makes a folder of the service's own that no other user can enter, and its missing parents.
 * @throws UnusableFolder
 */
export async function ownFolder(folder: string): Promise<void> {
  try {
    if (!(await make(folder))) await chmod(folder, PRIVATE);
  } catch (error) {
    throw unusable(folder, 'made', error);
  }
}

/**
 * Prepares the folder that the user has chosen for the service's data: a missing one is made like the service's
 * own, an existing one keeps its permissions.
 * @param warn called if other users can enter it
 * @throws UnusableFolder also if it cannot be written to
 */
export async function chosenFolder(folder: string, warn: (message: string) => void): Promise<void> {
  try {
    if (await make(folder)) return;
  } catch (error) {
    throw unusable(folder, 'made', error);
  }
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusable(folder, 'written to', error);
  }
  if (((await stat(folder)).mode & 0o077) === 0) return;
  warn(
    `Others can enter the folder ${folder}; what the service makes in it is its own. To close it: chmod 700`,
  );
}
