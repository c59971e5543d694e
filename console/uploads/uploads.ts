import { ApiFailure, ConnectionFailure, isApiFailure } from '../../client/failure.ts';
import { otherFile, UploadFailure } from '../../client/upload-failure.ts';
import type { KeptUploads } from './kept-uploads.ts';
import type { Network } from './network.ts';

/**
 * `waiting` for others; `checking`: the file is read for its checksum; `sending`; `offline`: it goes on when the network is
 * back; `paused` by the person; `interrupted`: begun before the page was loaded, and the file must be chosen again; `elsewhere`:
 * another tab sends it; `leaving`: given up, and what has arrived is being removed; `done`; `failed`; `refused`: no usable video
 * by its headers, of which nothing was sent.
 */
export type UploadPhase =
  | 'waiting'
  | 'checking'
  | 'sending'
  | 'offline'
  | 'paused'
  | 'interrupted'
  | 'elsewhere'
  | 'leaving'
  | 'done'
  | 'failed'
  | 'refused';

export interface Upload {
  /** Names it in this tab. */
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly phase: UploadPhase;
  /** Bytes that were read or sent, by the phase. */
  readonly progress: number;
  /** Of its video; null until announced. */
  readonly id: string | null;
  readonly failure: unknown;
}

interface Entry extends Upload {
  /** Null while it may be refused, and where there is none to be sent. */
  file: File | null;
  /** Of the file as it was when the upload began. */
  checksum: string | null;
  /** Whether the chosen file has this checksum. */
  isChecked: boolean;
  stop: AbortController | null;
}

export interface UploadActions {
  /** Why the service would refuse the file by its headers; null where it would not. */
  refusal(file: File): Promise<string | null>;
  checksum(file: File, onRead: (bytes: number) => void, signal: AbortSignal): Promise<string>;
  /** Tells the service of a file that is about to be sent. @returns the id of its video */
  announce(file: File): Promise<string>;
  send(
    upload: { file: File; id: string; checksum: string },
    onProgress: (sent: number) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** Removes what has arrived of an upload that is given up; nothing if it is gone already. */
  remove(id: string): Promise<void>;
  /** Runs the work unless another tab does the same; then resolves to false. */
  alone(id: string, work: () => Promise<void>): Promise<boolean>;
  /** Called when a file was sent or given up. */
  changed(): void;
  wait(milliseconds: number): Promise<void>;
  network: Network;
}

/** Files sent at a time: more would only share the same line. */
const ACTIVE_UPLOADS = 2;

/** After the service refused another open upload, those of other tabs and programs may have ended. */
const ASK_AGAIN_AFTER_MS = 10_000;

const ACTIVE: readonly UploadPhase[] = ['checking', 'sending', 'offline'];

/** Whether it would be lost if the page were closed now. */
export const isUnfinished = ({ phase }: Upload): boolean => [...ACTIVE, 'waiting', 'paused'].includes(phase);

/** The uploads of this tab, in the order in which they were added. They go on whatever page is shown. */
export class Uploads {
  readonly #actions: UploadActions;
  readonly #listeners = new Set<() => void>();
  #entries: readonly Entry[] = [];
  #kept: KeptUploads | null = null;
  #added = 0;
  /** By the keys of their uploads. */
  readonly #announcing = new Map<string, Promise<string>>();

  constructor(actions: UploadActions) {
    this.#actions = actions;
  }

  get list(): readonly Upload[] {
    return this.#entries;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Lists the uploads that were begun before the page was loaded, and keeps those of this tab from now on. */
  restore(kept: KeptUploads): void {
    if (this.#kept !== null) return;
    this.#kept = kept;
    for (const { id, name, size, checksum } of kept.list()) {
      this.#append({ name, size, id, checksum, phase: 'interrupted', file: null, failure: null });
    }
  }

  async add(files: readonly File[]): Promise<void> {
    const judged = files.map(async (file) => {
      const { name, size } = file;
      const key = this.#append({
        name,
        size,
        phase: 'waiting',
        file: null,
        id: null,
        checksum: null,
        failure: null,
      });
      const refusal = await this.#actions.refusal(file);
      this.#change(
        key,
        refusal === null ? { file } : { phase: 'refused', failure: new UploadFailure(refusal) },
      );
      this.#next();
    });
    await Promise.all(judged);
  }

  pause(key: string): void {
    const entry = this.#find(key);
    if (entry === undefined || !isUnfinished(entry)) return;
    this.#change(key, { phase: 'paused', stop: null });
    entry.stop?.abort();
    this.#next();
  }

  /** Goes on with one that was paused or has failed. */
  resume(key: string): void {
    this.#change(key, { phase: 'waiting', failure: null });
    this.#next();
  }

  /** Goes on with one that was begun before the page was loaded. @param file the same file */
  resumeWith(key: string, file: File): void {
    const entry = this.#find(key);
    if (entry === undefined) return;
    if (file.size !== entry.size) this.#change(key, { phase: 'interrupted', failure: otherFile() });
    else this.#change(key, { phase: 'waiting', file, isChecked: false, failure: null });
    this.#next();
  }

  /** Gives an upload up and removes what has arrived; without a network as soon as it is back. */
  async discard(key: string): Promise<void> {
    const entry = this.#find(key);
    if (entry === undefined || entry.phase === 'leaving') return;
    const stop = new AbortController();
    this.#change(key, { phase: 'leaving', stop, failure: null });
    entry.stop?.abort();
    // Its place is free for another.
    this.#next();
    try {
      if (entry.id !== null) await this.#remove(entry.id, stop.signal);
    } catch (failure) {
      this.#change(key, { phase: 'failed', failure, stop: null });
      return;
    }
    if (entry.id !== null) this.#kept?.forget(entry.id);
    this.dismiss(key);
    this.#actions.changed();
    this.#next();
  }

  /** Takes one that has ended off the list. */
  dismiss(key: string): void {
    this.#entries = this.#entries.filter((entry) => entry.key !== key);
    this.#notify();
  }

  /** Takes those that were sent off the list. */
  dismissDone(): void {
    this.#entries = this.#entries.filter(({ phase }) => phase !== 'done');
    this.#notify();
  }

  /** Stops everything, for who signs out. */
  stop(): void {
    for (const { stop } of this.#entries) stop?.abort();
    this.#entries = [];
    this.#kept = null;
    this.#notify();
  }

  async #remove(id: string, signal: AbortSignal): Promise<void> {
    const { network } = this.#actions;
    let isLost = false;
    const unwatch = network.watch(() => {
      isLost = true;
    });
    try {
      await this.#actions.remove(id);
    } catch (failure) {
      if (!isLost || !(failure instanceof ConnectionFailure)) throw failure;
      await network.back(signal);
      if (!signal.aborted) await this.#actions.remove(id);
    } finally {
      unwatch();
    }
  }

  #append(upload: Omit<Entry, 'key' | 'progress' | 'isChecked' | 'stop'>): string {
    const key = `upload-${++this.#added}`;
    this.#entries = [...this.#entries, { ...upload, key, progress: 0, isChecked: false, stop: null }];
    this.#notify();
    return key;
  }

  #find(key: string): Entry | undefined {
    return this.#entries.find((entry) => entry.key === key);
  }

  #change(key: string, change: Partial<Entry>): void {
    this.#entries = this.#entries.map((entry) => (entry.key === key ? { ...entry, ...change } : entry));
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Starts those that may start. */
  #next(): void {
    const active = this.#entries.filter(({ phase }) => ACTIVE.includes(phase)).length;
    const waiting = this.#entries.filter(({ phase, file }) => phase === 'waiting' && file !== null);
    for (const entry of waiting.slice(0, Math.max(0, ACTIVE_UPLOADS - active))) void this.#run(entry);
  }

  async #run({ key, file }: Entry): Promise<void> {
    if (file === null) return;
    const stop = new AbortController();
    this.#change(key, { phase: 'checking', progress: 0, stop });
    try {
      while (!(await this.#uploadUnlessOffline(key, file, stop.signal)));
    } catch (failure) {
      if (stop.signal.aborted) return;
      if (isQuotaOfOpenUploads(failure)) {
        this.#change(key, { phase: 'waiting', stop: null });
        await this.#actions.wait(ASK_AGAIN_AFTER_MS);
      } else {
        this.#change(key, { phase: 'failed', failure, stop: null });
        if (isOfOtherFile(failure)) this.#startOver(key);
      }
    }
    this.#next();
  }

  /** Makes another attempt a new upload: that of the video is over. */
  #startOver(key: string): void {
    const id = this.#find(key)?.id;
    if (id) this.#kept?.forget(id);
    this.#change(key, { id: null, checksum: null, isChecked: false });
    this.#actions.changed();
  }

  /** Resolves to false when the network was lost on the way, as soon as it is back. */
  async #uploadUnlessOffline(key: string, file: File, signal: AbortSignal): Promise<boolean> {
    const { network } = this.#actions;
    let isLost = false;
    const unwatch = network.watch(() => {
      isLost = true;
      if (this.#find(key)?.phase === 'sending') this.#change(key, { phase: 'offline' });
    });
    try {
      await this.#upload(key, file, signal);
      return true;
    } catch (failure) {
      if (signal.aborted || !isLost || !(failure instanceof ConnectionFailure)) throw failure;
      this.#change(key, { phase: 'offline' });
      await network.back(signal);
      signal.throwIfAborted();
      return false;
    } finally {
      unwatch();
    }
  }

  async #upload(key: string, file: File, signal: AbortSignal): Promise<void> {
    const checksum = await this.#check(key, file, signal);
    if (checksum === null) {
      this.#change(key, { phase: 'interrupted', file: null, failure: otherFile(), stop: null });
      return;
    }
    this.#change(key, { checksum, isChecked: true, phase: 'sending', progress: 0 });
    const id = this.#find(key)?.id ?? (await this.#announce(key, file, checksum));
    signal.throwIfAborted();
    const onProgress = (progress: number) => {
      const before = this.#find(key);
      // It may go on though the browser says that there is no network: the service may be on this machine.
      const goesOn = before?.phase === 'offline' && progress > before.progress;
      this.#change(key, goesOn ? { progress, phase: 'sending' } : { progress });
    };
    const send = () => this.#actions.send({ file, id, checksum }, onProgress, signal);
    if (!(await this.#actions.alone(id, send))) {
      this.#change(key, { phase: 'elsewhere', stop: null });
      return;
    }
    this.#kept?.forget(id);
    this.#change(key, { phase: 'done', progress: file.size, file: null, stop: null });
    this.#actions.changed();
  }

  /**
   * Announces a file, once. It is not broken off, so that the id of what it makes is known: what was paused meanwhile goes on under
   * it, and what was given up is removed.
   */
  #announce(key: string, file: File, checksum: string): Promise<string> {
    const announce = async () => {
      const id = await this.#actions.announce(file);
      if (this.#find(key) === undefined) await this.#actions.remove(id);
      else {
        this.#change(key, { id });
        this.#kept?.keep({ id, name: file.name, size: file.size, checksum });
      }
      this.#actions.changed();
      return id;
    };
    const running = this.#announcing.get(key) ?? announce().finally(() => this.#announcing.delete(key));
    this.#announcing.set(key, running);
    return running;
  }

  /** The file's checksum, or null where it is not that of the file whose upload was begun. */
  async #check(key: string, file: File, signal: AbortSignal): Promise<string | null> {
    const { checksum: known = null, isChecked = false } = this.#find(key) ?? {};
    if (isChecked) return known;
    const onRead = (progress: number) => this.#change(key, { progress });
    const checksum = await this.#actions.checksum(file, onRead, signal);
    return known === null || known === checksum ? checksum : null;
  }
}

/** The store has computed another checksum than this page. */
const isOfOtherFile = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.field === 'crc64nvme';

const isQuotaOfOpenUploads = (failure: unknown): boolean =>
  isApiFailure(failure, 'QUOTA_EXCEEDED') && failure.details?.quota === 'openUploads';
