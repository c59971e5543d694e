import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ownFolder } from './private-folder.ts';

/** The longest path of a Unix socket that every system takes, in bytes: macOS has 104 with the final zero. */
const LONGEST_PATH = 103;
const LONGEST_NAME = '/dynamodb.sock';

interface SocketFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * A folder for Unix sockets that no other user can enter: `run` in the data folder, or where sockets could not be reached by its
 * path a temporary one.
 */
export async function socketFolder(dataDir: string): Promise<SocketFolder> {
  const own = path.join(dataDir, 'run');
  if (Buffer.byteLength(own + LONGEST_NAME) <= LONGEST_PATH) {
    await ownFolder(own);
    return { path: own, remove: async () => undefined };
  }
  const temporary = await mkdtemp(path.join(tmpdir(), 'vms-'));
  return { path: temporary, remove: () => rm(temporary, { recursive: true, force: true }) };
}
