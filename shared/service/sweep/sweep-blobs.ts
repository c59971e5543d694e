import { MEDIA_BUCKET } from '../../contract/resources.ts';
import {
  advancedWalk,
  type BlobWalk,
  isSteady,
  MIN_BLOB_AGE_MS,
  resumedWalk,
} from '../../domain/document/blob-walk.ts';
import type { StandingWalk } from '../../stores/documents/blob-walks.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { type RunTime, type Swept, sweepEach } from './sweep-each.ts';
import type { SweeperStores } from './sweeper-stores.ts';

/** Blobs between two writes of where the walk is: a request's worth. */
const BATCH = 1000;

const { documents } = MEDIA_BUCKET.prefixes;

interface Blob {
  key: string;
  modifiedAt: number;
}

const videoIdOf = ({ key }: Blob): string => key.slice(documents.length).split('/', 1)[0] ?? '';

/** The next blobs in the order of their keys; fewer than {@link BATCH}: the last ones. */
async function nextBlobs({ files }: SweeperStores, after: string): Promise<Blob[]> {
  const blobs: Blob[] = [];
  for await (const blob of files.list(documents, after === '' ? undefined : after)) {
    blobs.push(blob);
    if (blobs.length === BATCH) break;
  }
  return blobs;
}

/** The blobs to look at, by video: of videos in which something was modified since the last walk. */
async function* videosToLookAt(blobs: readonly Blob[], { at, since }: BlobWalk) {
  const old = blobs.filter(
    (blob) => blob.key !== mediaKeys.frameIndex(videoIdOf(blob)) && at - blob.modifiedAt >= MIN_BLOB_AGE_MS,
  );
  for (const [videoId, ofVideo] of Map.groupBy(old, videoIdOf))
    if (ofVideo.some(({ modifiedAt }) => modifiedAt >= since)) yield { videoId, blobs: ofVideo };
}

/**
 * Takes away what no version of a video refers to: what was stored by a write that has made none. What has made one is
 * referred to by it, and perhaps by later ones.
 */
async function removeUnreferenced(
  stores: SweeperStores,
  { videoId, blobs }: { videoId: string; blobs: readonly Blob[] },
): Promise<void> {
  const { versions, files } = stores;
  const made = new Set<string>();
  for await (const write of versions.writes(videoId)) made.add(write);
  await files.deleteMany(blobs.map(({ key }) => key).filter((key) => !made.has(mediaKeys.writeOf(key))));
}

/**
 * Takes away blobs that no version refers to, left by attempts that lost a race and by writers that died before their
 * commit. The bucket keeps them for as long as a table can be restored: one that has lost versions must not cost the
 * documents, too.
 *
 * A walk over all blobs begins every day and goes on from run to run. The blobs with which a run failed or died are done
 * again by the next; of two runs at the same time, one goes on.
 */
export async function sweepBlobs(stores: SweeperStores, time: RunTime): Promise<Swept> {
  const { blobWalks, environment } = stores;
  const swept: Swept = { done: 0, failed: 0, failures: [] };
  const before = await blobWalks.read();
  // `at` stays the time of this run's beginning, which is compared with the last run's: a clock may be set meanwhile.
  let walk = resumedWalk(before.walk, environment.runtime.now());
  let standing: StandingWalk | null = await blobWalks.write(walk, before);
  while (standing !== null && walk.after !== null && isSteady(walk)) {
    const blobs = await nextBlobs(stores, walk.after);
    const batch = await sweepEach(videosToLookAt(blobs, walk), time, (video) =>
      removeUnreferenced(stores, video),
    );
    swept.done += batch.done;
    swept.failed += batch.failed;
    swept.failures.push(...batch.failures);
    if (batch.next === undefined) {
      const last = blobs.length < BATCH ? null : (blobs.at(-1)?.key ?? null);
      walk = advancedWalk(walk, last, batch.failed > 0);
      standing = await blobWalks.write(walk, standing);
    }
    const { after, failedRuns } = walk;
    if (after !== null && (time.isOver() || failedRuns > 0)) return { ...swept, next: { after } };
  }
  return swept;
}
