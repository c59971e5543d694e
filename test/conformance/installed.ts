import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

/**
 * The folder in the user's cache that holds something, brought there where it was not, or where an installation broke off.
 * @param name with the version
 * @param install brings it into an empty folder
 */
export async function installed(name: string, install: (folder: string) => Promise<void>): Promise<string> {
  const cache = process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache');
  const folder = path.join(cache, 'vms-judges', name);
  const marker = path.join(folder, 'installed');
  const isThere = await access(marker).then(
    () => true,
    () => false,
  );
  if (isThere) return folder;
  console.log(`Installing ${name} into ${folder}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await install(folder);
  await writeFile(marker, '');
  return folder;
}
