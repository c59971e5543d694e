import { rm } from 'node:fs/promises';
import path from 'node:path';
import { ownFolder } from './private-folder.ts';

/** Makes an empty folder for request bodies while they arrive; deletes what a crash left there. */
export async function emptySpool(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, 'spool');
  await rm(folder, { recursive: true, force: true });
  await ownFolder(folder);
  return folder;
}
