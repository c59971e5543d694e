import { setTimeout as delay } from 'node:timers/promises';
import { LIMITS } from '../../contract/limits.ts';
import type { VersionAuthor } from '../../contract/schemas/metadata.ts';
import { SCHEMA_VERSION } from '../../domain/document/document.ts';
import { objectLabels } from '../../domain/document/object-labels.ts';
import { requireDocumentFits, requireDocumentIsLight } from '../../domain/document/require-document-fits.ts';
import type { Restore } from '../../domain/video.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { isoNow } from '../../kernel/runtime/runtime.ts';
import { Turns } from '../../kernel/runtime/turns.ts';
import type { ChangedParts } from './document-parts.ts';
import type { Documents } from './documents.ts';
import { isTombstone, type Version, type VersionWriter, writeName } from './versions.ts';

/** New values of the parts a write changes; the others are carried over. */
export interface Change extends ChangedParts {
  description: string;
  /** The version whose other parts are carried over, where that is not the one that the change is made on top of. */
  from?: Version;
  /** Of the objects, where these are packed already. */
  labels?: readonly string[];
  /** For version 1, where the video's file carried a document. */
  restore?: Restore;
}

interface CommitOptions {
  accountId: string;
  videoId: string;
  /** Absent where the service itself makes the change. */
  author?: VersionAuthor | undefined;
  /** The version to begin with, or null for the very first. */
  start: Version | null;
  /** Identifies the write: a version with this id proves that the write has happened. */
  writeId: string;
  /**
   * Whether several processes may be making this same write, as when a message is delivered twice. It still happens
   * only once, provided that the caller has looked for it, up to `start`, after reading `start`.
   */
  repeatable?: boolean;
  /**
   * Called before each attempt with the bytes that it is about to store in S3. Throws to refuse the write.
   */
  reserve: (bytes: number) => Promise<void>;
  /**
   * Makes the change on top of a version; called again, on the newer version, when another writer was first. The change
   * of a repeatable write must depend on the version alone.
   */
  change: (current: Version | null) => Promise<Change>;
}

/** Others wrote to the document so often that this write was always overtaken; it has left nothing. */
export class AlwaysOvertaken extends Error {
  constructor(videoId: string) {
    super(`Every attempt to commit a version of ${videoId} was overtaken`);
    this.name = 'AlwaysOvertaken';
  }
}

/** A writer that has lost every race has given up after this; API Gateway does after 29 s. */
const GIVE_UP_AFTER_MS = 20_000;
/** The longest wait after the first lost race, and after any. */
const FIRST_WAIT_MS = 10;
const LONGEST_WAIT_MS = 2000;

/** Of two writers of one process that meet, the second would only lose: they write one after the other. */
const turns = new Turns();

interface CommitStores {
  versions: VersionWriter;
  documents: Documents;
  environment: Environment;
}

/**
 * Commits one new version: writes the blobs of the changed parts, then the one conditional put. When another
 * writer took the number first, the change is made again on top of theirs.
 *
 * @returns the version, or null when the video was deleted meanwhile
 * @throws AlwaysOvertaken when the next attempt might end later than after 20 s; ApiError when the document grows too large;
 *   what `change` and `reserve` throw
 */
export async function commitVersion(stores: CommitStores, options: CommitOptions): Promise<Version | null> {
  const { runtime } = stores.environment;
  const { videoId } = options;
  const deadline = runtime.elapsed() + GIVE_UP_AFTER_MS;
  const over = new AbortController();
  const turn = await turns.take(videoId, () => waiting(GIVE_UP_AFTER_MS, over.signal));
  over.abort();
  if (turn === null) throw new AlwaysOvertaken(videoId);
  try {
    return await commitInTurn(stores, { ...options, deadline, isOvertaken: turn.waited });
  } finally {
    turn.end();
  }
}

/** Ends early when the signal is aborted. */
const waiting = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  delay(milliseconds, undefined, { signal, ref: false }).catch(() => {});

async function commitInTurn(
  { versions, documents, environment }: CommitStores,
  {
    accountId,
    videoId,
    author,
    start,
    writeId,
    repeatable = false,
    reserve,
    change,
    deadline,
    isOvertaken,
  }: CommitOptions & { deadline: number; isOvertaken: boolean },
): Promise<Version | null> {
  const { runtime } = environment;
  let current = start;
  let slowestMs = 0;
  let longestWaitMs = FIRST_WAIT_MS;
  for (let hasLost = isOvertaken; ; hasLost = true) {
    const begun = runtime.elapsed();
    if (hasLost) {
      const newest = await versions.newest(videoId);
      if (isTombstone(newest)) return null;
      if (repeatable) {
        // This comes after reading the version to build on: another process that makes the same write and has not
        // committed it by now can only commit it above that version, too, where the conditional put admits one of us.
        const earlier = await versions.findWrite(videoId, writeId, (current?.version ?? 0) + 1);
        if (earlier !== null) return earlier;
      }
      current = newest;
    }
    const { description, restore, from = current, labels, ...changed } = await change(current);
    const { objects } = changed.parts;
    // What is changed of single objects is not their labels.
    const found = labels ?? (objects === undefined ? from?.labels : objectLabels(objects));
    const version = (current?.version ?? 0) + 1;
    // Each attempted version has blobs of its own, so that those of a version whose commit we did not hear of are never
    // overwritten.
    const prepared = await documents.prepare(videoId, writeName({ writeId, version }), from, changed);
    const references = Object.values(prepared.references);
    requireDocumentFits(references);
    // The first version has what its video's file carried, which was measured as a whole.
    if (current !== null)
      requireDocumentIsLight(
        references,
        [current, from ?? current].map(({ parts }) => Object.values(parts)),
        // What a job has found, which took long, is not refused in a document that a file was admitted with.
        author === undefined ? LIMITS.documentMemory : LIMITS.editedDocumentMemory,
      );
    const keptBefore =
      current === null ? 0 : (current.documentBytes ?? (await documents.storedBytes(videoId)));
    await reserve(prepared.bytes);
    await prepared.store();
    const item: Version = {
      videoId,
      accountId,
      version,
      writeId,
      createdAt: isoNow(runtime),
      description,
      schemaVersion: SCHEMA_VERSION,
      parts: prepared.references,
      documentBytes: keptBefore + prepared.bytes,
      ...(found && { labels: found }),
      ...(author && { author }),
      ...(restore && { restore }),
    };
    const committed = await versions.put(item);
    if (committed !== null) return committed;

    const attemptMs = runtime.elapsed() - begun;
    slowestMs = Math.max(slowestMs, attemptMs);
    const leftMs = deadline - runtime.elapsed() - slowestMs;
    if (leftMs < 0) throw new AlwaysOvertaken(videoId);
    await delay(Math.min(leftMs, longestWaitMs) * ((runtime.randomBytes(1)[0] ?? 0) / 255));
    // Writers of other processes that are many wait longer after each lost race, until there is one at a time.
    longestWaitMs = Math.min(LONGEST_WAIT_MS, 2 * longestWaitMs);
  }
}
