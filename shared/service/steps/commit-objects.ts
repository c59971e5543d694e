import type { StoredObject } from '../../contract/schemas/metadata.ts';
import type { Tracks } from '../../domain/document/document.ts';
import { requireSupportedSchema } from '../../domain/document/schema-version.ts';
import type { Video } from '../../domain/video.ts';
import { commitVersion } from '../../stores/documents/commit-version.ts';
import { isTombstone, type Version } from '../../stores/documents/versions.ts';
import type { WorkerStores } from '../detection/worker-stores.ts';
import { noteChange } from '../videos/note-change.ts';

/** Tracked objects and their tracks, by the ids of the objects. */
interface TrackedObjects {
  readonly objects: Record<string, StoredObject>;
  readonly tracks: Tracks;
}

/** Changes the newest version's objects. Called again, on a newer version, when another writer was first. */
type ObjectsChange = (current: TrackedObjects) => TrackedObjects & { readonly description: string };

type CommitStores = Pick<WorkerStores, 'videos' | 'versions' | 'documents' | 'usage' | 'environment'>;

interface ObjectsCommit {
  readonly accountId: string;
  readonly videoId: string;
  /** A version from before the work began. */
  readonly startVersion: number;
  /** Identifies the result: a version with this id is that of an earlier attempt. */
  readonly writeId: string;
}

/**
 * Commits objects that were found or tracked as one new version, unless an earlier attempt has.
 * @param prepare reads the result; not called where the version is there already
 * @returns the version; null when the video was deleted
 * @throws as `commitVersion`, `requireSupportedSchema`, `prepare` and the change
 */
export async function commitObjects(
  stores: CommitStores,
  commitOf: ObjectsCommit,
  prepare: (video: Video) => Promise<ObjectsChange>,
): Promise<Version | null> {
  const { videos, versions } = stores;
  const { accountId, videoId, startVersion, writeId } = commitOf;
  const [video, newest] = await Promise.all([videos.get(accountId, videoId), versions.newest(videoId)]);
  if (video === null || newest === null || isTombstone(newest)) return null;
  // Only after reading the newest version: another delivery may be committing the result above it.
  const earlier = await versions.findWrite(videoId, writeId, startVersion + 1);
  const version = earlier ?? (await commit(stores, commitOf, newest, await prepare(video)));
  if (version !== null) await noteChange(videos, accountId, version);
  return version;
}

const commit = (
  { documents, usage, ...stores }: CommitStores,
  { accountId, videoId, writeId }: ObjectsCommit,
  start: Version,
  change: ObjectsChange,
): Promise<Version | null> =>
  commitVersion(
    { documents, ...stores },
    {
      accountId,
      videoId,
      start,
      writeId,
      repeatable: true,
      reserve: (bytes) => usage.addBytes(accountId, bytes),
      change: async (current) => {
        if (current === null) throw new Error(`Video ${videoId} has lost its versions`);
        requireSupportedSchema(current.schemaVersion);
        const [objects, tracks] = await Promise.all([
          documents.read(current, 'objects'),
          documents.read(current, 'tracks'),
        ]);
        const { description, ...parts } = change({ objects, tracks });
        return { parts, description };
      },
    },
  );
