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
 * have none. The folder is this user's alone and outlives the process: the next one starts with it. Node compares what is in it with the
 * sources; a confined process cannot write into it, so each process that decodes often fills it again.
 */
export class CompileCache {
  readonly #module: URL;
  readonly #parent: string;
  readonly #isSource: boolean;
  #runs = 0;
  #folder: string | undefined;

  /** @param parent where the folder is made */
  constructor(module: URL, parent = tmpdir()) {
    this.#module = module;
    this.#parent = parent;
    this.#isSource = module.pathname.endsWith('.ts');
    const folder = folderIn(parent);
    if (this.#isSource && isOwn(folder)) this.#folder = folder;
  }

  /** The folder for the next start; undefined until it is filled, by this process or an earlier one. */
  get folder(): string | undefined {
    return this.#folder;
  }

  /** Notes that the program has run. */
  noteRun(): void {
    if (this.#isSource && ++this.#runs === RUNS_BEFORE) void this.fill();
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

const folderIn = (parent: string): string => path.join(parent, `vms-compile-cache-${process.geteuid?.()}`);

/** Whether there is such a folder, into which no other user can have put something. */
function isOwn(folder: string): boolean {
  const { uid, mode } = lstatSync(folder, { throwIfNoEntry: false }) ?? {};
  return uid === process.geteuid?.() && ((mode ?? 0) & (S_IFMT | S_IRWXG | S_IRWXO)) === S_IFDIR;
}

/** Undefined where no folder can be made, or another user could have put something into the one that is there. */
function ownFolder(parent: string): string | undefined {
  const folder = folderIn(parent);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isOwn(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}
