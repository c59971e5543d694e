import { setTimeout as delay } from 'node:timers/promises';
import { SCHEMA_VERSION } from '../../domain/document/document.ts';
import { requireDocumentFits } from '../../domain/document/require-document-fits.ts';
import type { Restore } from '../../domain/video.ts';
import type { Environment } from '../../kernel/runtime/environment.ts';
import { isoNow } from '../../kernel/runtime/runtime.ts';
import type { ChangedParts } from './document-parts.ts';
import type { Documents } from './documents.ts';
import { isTombstone, type Version, type Versions } from './versions.ts';

/** New values of the parts a write changes; the others are carried over. */
export interface Change extends ChangedParts {
  description: string;
  /** For version 1, where the video's file carried a document. */
  restore?: Restore;
}

export interface CommitOptions {
  videoId: string;
  /** The version to begin with, or null for the very first. */
  start: Version | null;
  /** Identifies the write: whoever finds it in a version knows that the write has happened. */
  writeId: string;
  /**
   * Whether several processes may be making this very write, as when a message is delivered twice. It still happens
   * once, provided that the caller has looked for it, up to `start`, after reading `start`.
   */
  repeatable?: boolean;
  /**
   * Called with the bytes that go to objects of their own, before each attempt stores them; what it throws refuses the
   * write.
   */
  reserve: (bytes: number) => Promise<void>;
  /**
   * Makes the change on top of a version; called again, on the newer version, when another writer was first. That of
   * a repeatable write depends on the version alone.
   */
  change: (current: Version | null) => Promise<Change>;
}

/** A writer gives up after this, having lost every race. */
const PATIENCE = 20_000;
const FIRST_DELAY = 10;
const LONGEST_DELAY = 500;

export class CommitContention extends Error {}

/**
 * Commits one new version: writes the blobs of the changed parts, then the one conditional put. When another
 * writer took the number first, the change is made again on top of theirs.
 *
 * @returns the version, or null when the video was deleted meanwhile
 * @throws CommitContention after 20 s of lost races; ApiError when the document grows too large; whatever `change`
 *   and `reserve` throw
 */
export async function commitVersion(
  {
    versions,
    documents,
    environment,
  }: { versions: Versions; documents: Documents; environment: Environment },
  { videoId, start, writeId, repeatable = false, reserve, change }: CommitOptions,
): Promise<Version | null> {
  const { runtime } = environment;
  const deadline = runtime.elapsed() + PATIENCE;
  let current = start;
  for (let attempt = 0; ; attempt++) {
    const { description, restore, ...changed } = await change(current);
    const version = (current?.version ?? 0) + 1;
    // Every version attempted has blobs of its own: one committed without our knowing is never overwritten with other
    // content.
    const blobId = `${writeId}-${version}`;
    const prepared = await documents.prepare(videoId, blobId, current, changed);
    requireDocumentFits(Object.values(prepared.references));
    const keptBefore =
      current === null ? 0 : (current.documentBytes ?? (await documents.storedBytes(videoId)));
    await reserve(prepared.bytes);
    await prepared.store();
    const item: Version = {
      videoId,
      version,
      writeId,
      createdAt: isoNow(runtime),
      description,
      schemaVersion: SCHEMA_VERSION,
      parts: prepared.references,
      documentBytes: keptBefore + prepared.bytes,
      ...(restore && { restore }),
    };
    const committed = await versions.put(item);
    if (committed !== null) return committed;

    if (runtime.elapsed() > deadline)
      throw new CommitContention(`No version of ${videoId} could be committed`);
    const longest = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** attempt);
    await delay(longest * ((runtime.randomBytes(1)[0] ?? 0) / 255));
    const newest = await versions.newest(videoId);
    if (isTombstone(newest)) return null;
    if (repeatable) {
      // Looked for after reading the version to build on: a write that is not below it by now must go above it, too,
      // where the conditional put lets only one through.
      const earlier = await versions.findWrite(videoId, writeId, version);
      if (earlier !== null) return earlier;
    }
    current = newest;
  }
}
