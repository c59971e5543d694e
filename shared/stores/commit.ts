import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { isoNow } from '../domain/runtime.ts';
import type { Documents, PartName, PartReferences, StoredParts } from './documents.ts';
import type { Environment } from './environment.ts';
import { isTombstone, type Version, type Versions } from './versions.ts';

/** New values of the parts a write changes; the others are carried over. */
export interface Change {
  parts: Partial<StoredParts>;
  description: string;
}

export interface CommitOptions {
  videoId: string;
  /** The version to begin with, or null for the very first. */
  start: Version | null;
  /** Identifies the write: whoever finds it in a version knows that the write has happened. */
  writeId: string;
  /** Makes the change on top of a version; called again, on the newer version, when another writer was first. */
  change: (current: Version | null) => Promise<Change>;
}

/** A writer gives up after this, having lost every race. */
const PATIENCE = 20_000;
const FIRST_DELAY = 10;
const LONGEST_DELAY = 500;

const NO_PARTS: Partial<PartReferences> = {};

export class CommitContention extends Error {}

/** @throws ApiError `INVALID_PARAMETER` for a document that would be too large to be read again */
function requireFit(parts: PartReferences): void {
  const provided = Object.values(parts).reduce((sum, { size }) => sum + size, 0);
  if (provided <= LIMITS.documentBytes) return;
  throw new ApiError('INVALID_PARAMETER', 'The metadata document would become too large.', {
    field: 'body',
    details: { min: 0, max: LIMITS.documentBytes, provided },
  });
}

/**
 * Commits one new version: writes the blobs of the changed parts, then the one conditional put. When another
 * writer took the number first, the change is made again on top of theirs.
 *
 * @returns the version, or null when the video was deleted meanwhile
 * @throws CommitContention after 20 s of lost races; ApiError when the document grows too large; whatever `change`
 *   throws
 */
export async function commitVersion(
  {
    versions,
    documents,
    environment,
  }: { versions: Versions; documents: Documents; environment: Environment },
  { videoId, start, writeId, change }: CommitOptions,
): Promise<Version | null> {
  const { runtime } = environment;
  const deadline = runtime.now() + PATIENCE;
  let current = start;
  for (let attempt = 0; ; attempt++) {
    const { parts, description } = await change(current);
    // Every attempt has blobs of its own: one that was committed without our knowing is never overwritten.
    const blobId = `${writeId}-${attempt}`;
    const written = await Promise.all(
      Object.entries(parts).map(
        async ([name, value]) =>
          [name, await documents.write(videoId, name as PartName, blobId, value)] as const,
      ),
    );
    const references = { ...(current?.parts ?? NO_PARTS), ...Object.fromEntries(written) } as PartReferences;
    requireFit(references);
    const item: Version = {
      videoId,
      version: (current?.version ?? 0) + 1,
      writeId,
      createdAt: isoNow(runtime),
      description,
      parts: references,
    };
    if (await versions.put(item)) return item;

    if (runtime.now() > deadline) throw new CommitContention(`No version of ${videoId} could be committed`);
    const longest = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** attempt);
    await delay(longest * ((runtime.randomBytes(1)[0] ?? 0) / 255));
    const newest = await versions.newest(videoId);
    if (isTombstone(newest)) return null;
    current = newest;
  }
}
