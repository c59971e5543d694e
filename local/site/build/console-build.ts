import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, homedir, platform, setPriority } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { siblingModule } from '../../../shared/kernel/runtime/sibling-module.ts';
import { cachedBuild } from './build-cache.ts';
import { sourceHash } from './source-hash.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

type Variables = Readonly<Record<string, string | undefined>>;

/** The user's folder for what can be made again, by the conventions of the system. */
export function userCacheFolder(variables: Variables, system: NodeJS.Platform): string {
  const home = homedir();
  if (system === 'win32') return variables.LOCALAPPDATA || path.join(home, 'AppData', 'Local');
  if (system === 'darwin') return path.join(home, 'Library', 'Caches');
  return variables.XDG_CACHE_HOME || path.join(home, '.cache');
}

/** How far the build is: going on (null), a folder, or failed for this reason. */
export type BuildState = { folder: string } | { failure: string } | null;

export interface ConsoleBuild {
  state: () => BuildState;
  /** Resolves when the build is there or has failed. */
  done: Promise<void>;
  /** Gives up a build that is going on. */
  stop: () => void;
}

interface ConsoleBuildOptions {
  environment: Variables;
  /** Called with the reason, one line, when it fails. */
  onFailure: (reason: string) => void;
}

/** Begins to build the console, in a process of its own; one that was built of the same sources is taken instead. */
export function startConsoleBuild({ environment, onFailure }: ConsoleBuildOptions): ConsoleBuild {
  let state: BuildState = null;
  let child: ChildProcess | null = null;
  let isStopped = false;
  const begin = (draft: string): ChildProcess => {
    if (isStopped) throw new Error('stopped');
    child = spawnBuild(draft);
    return child;
  };
  const done = consoleFolder(environment, begin).then(
    (folder) => {
      state = { folder };
    },
    (error: Error) => {
      state = { failure: error.message };
      if (!isStopped) onFailure(error.message);
    },
  );
  return {
    state: () => state,
    done,
    stop() {
      isStopped = true;
      child?.kill();
    },
  };
}

/**
 * The folder of the built console, which is built where it is not there yet.
 * @param begin starts a build into a folder
 * @throws Error whose message says in one line why the build failed
 */
export async function consoleFolder(environment: Variables, begin = spawnBuild): Promise<string> {
  return cachedBuild({
    hash: await sourceHash(ROOT),
    folders: [
      path.join(ROOT, 'console', 'dist'),
      path.join(userCacheFolder(environment, platform()), 'video-metadata-service', 'console'),
    ],
    build: async (draft) => outcome(begin(draft)),
  });
}

/** Runs Vite with this Node, behind the service where both want the processor. */
function spawnBuild(folder: string): ChildProcess {
  const main = fileURLToPath(siblingModule(import.meta.url, 'build-console-main'));
  const child = spawn(process.execPath, [main, folder], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
  return child;
}

/** @throws Error with the last line that was printed */
async function outcome(child: ChildProcess): Promise<void> {
  const printed = child.stderr === null ? '' : text(child.stderr);
  const [code] = await once(child, 'exit');
  if (code === 0) return;
  const lines = (await printed).split('\n').map((line) => line.trim());
  throw new Error(lines.findLast((line) => line !== '') ?? `the build ended with code ${code}`);
}
