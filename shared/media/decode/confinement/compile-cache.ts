import { spawn } from 'node:child_process';
import { constants, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { noteProcess } from '../../processes/thread-processes.ts';
import { libraryPath, nodeArguments } from './command-line.ts';

const { S_IFMT, S_IFDIR, S_IRWXG, S_IRWXO } = constants;

/** Runs after which the cache is filled: what runs once or twice does not earn back what that takes. */
const RUNS_BEFORE = 2;

/**
 * What Node has made of the modules of a program that is started again and again from its sources. Taking the types away, by
 * WebAssembly that is compiled again in each process, is more than half of such a start (`bench/decoder-start.ts`); programs of a build
 * have none. The folder is this user's alone and outlives the process: the next one finds it filled. Node compares what is in it with the
 * sources.
 */
export class CompileCache {
  readonly #module: URL;
  readonly #parent: string;
  #runs = 0;
  #folder: string | undefined;

  /** @param parent where the folder is made */
  constructor(module: URL, parent = tmpdir()) {
    this.#module = module;
    this.#parent = parent;
  }

  /** The folder for the next start; undefined until it is filled. */
  get folder(): string | undefined {
    return this.#folder;
  }

  /** Notes that the program has run. */
  noteRun(): void {
    if (this.#module.pathname.endsWith('.ts') && ++this.#runs === RUNS_BEFORE) void this.fill();
  }

  /**
   * Runs the program once without input, so that it loads its modules and ends.
   * @returns the folder; undefined where that failed, and every start is as the first
   */
  async fill(): Promise<string | undefined> {
    const folder = ownFolder(this.#parent);
    if (folder === undefined) return undefined;
    const child = spawn(process.execPath, nodeArguments(this.#module, folder), {
      cwd: tmpdir(),
      env: libraryPath(),
      stdio: 'ignore',
    });
    noteProcess(child);
    const ended = Promise.withResolvers<boolean>();
    child.once('error', () => ended.resolve(false));
    child.once('exit', (code) => ended.resolve(code === 0));
    if (await ended.promise) this.#folder = folder;
    return this.#folder;
  }
}

/** Undefined where no folder can be made, or another user could have put something into the one that is there. */
function ownFolder(parent: string): string | undefined {
  const folder = path.join(parent, `vms-compile-cache-${process.geteuid?.()}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(folder);
    const isOwn = uid === process.geteuid?.() && (mode & (S_IFMT | S_IRWXG | S_IRWXO)) === S_IFDIR;
    return isOwn ? folder : undefined;
  } catch {
    return undefined;
  }
}
