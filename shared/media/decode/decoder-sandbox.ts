import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { siblingModule } from '../../kernel/runtime/sibling-module.ts';
import type { MediaErrorReason } from '../headers/media-error.ts';
import { noteProcess } from '../processes/thread-processes.ts';
import { confinedCommand, libraryPath, type ProcessLimits } from './confinement/command-line.ts';
import { CompileCache } from './confinement/compile-cache.ts';
import { hideProcess } from './confinement/hide-process.ts';
import { DecodeError } from './decode-error.ts';

/** What a decoder process may use. */
export interface SandboxLimits extends ProcessLimits {
  /** Largest picture, pixels, whatever the container says the size is. */
  readonly maxPixels: number;
}

export const DEFAULT_SANDBOX_LIMITS: SandboxLimits = {
  memoryBytes: 4 * 2 ** 30,
  cpuSeconds: 900,
  maxPixels: 40e6,
};

interface SandboxOptions {
  /** Wall-clock milliseconds without progress after which the process is killed. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Another program in the decoder's place, for tests. */
  readonly module?: URL | undefined;
}

const DECODER = siblingModule(import.meta.url, 'decoder-process');
const compileCache = new CompileCache(DECODER);

/** Characters of the process's last messages kept for diagnosis. */
const DIAGNOSTICS_LENGTH = 2000;

/**
 * The process that decodes untrusted data. Of the environment it gets the path of libraries (so no credentials) and nothing open but its
 * three pipes; on Linux it is confined to them before it reads the first byte (`confinement/`), with hard limits on
 * memory and processor time, and the processes around it are hidden. docs/confinement.md says what holds on which
 * platform. A watchdog kills it when it makes no progress. Disposing kills it and waits for its end.
 */
export class DecoderSandbox implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #closed: Promise<unknown>;
  readonly #options: SandboxOptions;
  #watch: NodeJS.Timeout;
  #diagnostics = '';
  #spawnError: unknown;
  #gaveUp: unknown;

  constructor(limits: SandboxLimits, options: SandboxOptions) {
    this.#options = options;
    const { module } = options;
    const [command, args] = module
      ? confinedCommand(module, limits)
      : confinedCommand(DECODER, limits, compileCache.folder);
    hideProcess();
    this.#child = spawn(command, args, {
      cwd: tmpdir(),
      env: libraryPath(),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    noteProcess(this.#child);
    this.#child.on('error', (error) => {
      this.#spawnError = error;
    });
    this.#closed = once(this.#child, 'close').catch(() => {});
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#diagnostics = (this.#diagnostics + text).slice(-DIAGNOSTICS_LENGTH);
    });
    this.#watch = this.#startWatch();
    options.signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (options.signal?.aborted) this.#onAbort();
  }

  get stdin(): Writable {
    return this.#child.stdin;
  }

  get stdout(): Readable {
    return this.#child.stdout;
  }

  /** Reports progress: restarts the watchdog. */
  progress(): void {
    this.#watch.refresh();
  }

  /** Suspends the watchdog while the consumer is busy, until the returned object is disposed. */
  pause(): Disposable {
    clearTimeout(this.#watch);
    return {
      [Symbol.dispose]: () => {
        this.#watch = this.#startWatch();
      },
    };
  }

  /**
   * Resolves when the process has ended without an error.
   * @throws DecodeError, or the abort signal's reason, otherwise
   */
  async ended(): Promise<void> {
    await this.#closed;
    if (this.#gaveUp) throw this.#gaveUp;
    if (this.#spawnError) {
      throw new DecodeError('decoder-crashed', 'The decoder could not be started.', '', {
        cause: this.#spawnError,
      });
    }
    const { exitCode, signalCode } = this.#child;
    if (exitCode === 0) return;
    if (signalCode === 'SIGXCPU') {
      throw this.#error('timeout', 'Decoding the video takes more processor time than allowed.');
    }
    throw this.#error('decoder-crashed', `The decoder ended unexpectedly (${signalCode ?? exitCode}).`);
  }

  /** The error for a failure reported by the process itself. */
  async failure(reason: MediaErrorReason, message: string): Promise<DecodeError> {
    await this.#closed;
    return this.#error(reason, `The video could not be decoded: ${message}.`);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#watch);
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    this.kill();
    // Node would not report the end of the process while a pipe holds unread pictures.
    for (const pipe of [this.stdin, this.stdout, this.#child.stderr]) pipe.destroy();
    await this.#closed;
    if (!this.#options.module) compileCache.noteRun();
  }

  readonly #onAbort = () => this.#giveUp(this.#options.signal?.reason);

  #startWatch(): NodeJS.Timeout {
    const { timeoutMs } = this.#options;
    return setTimeout(
      () => this.#giveUp(this.#error('timeout', `The decoder stood still for ${timeoutMs} ms.`)),
      timeoutMs,
    );
  }

  #giveUp(reason: unknown): void {
    this.#gaveUp ??= reason;
    this.kill();
  }

  #error(reason: MediaErrorReason, message: string): DecodeError {
    return new DecodeError(reason, message, this.#diagnostics);
  }
}
