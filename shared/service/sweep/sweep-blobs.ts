import { MEDIA_BUCKET } from '../../contract/resources.ts';
import { uuidv7Prefix, uuidv7Time } from '../../domain/ids.ts';
import { mediaKeys } from '../../stores/files/media-keys.ts';
import { isDeleted } from '../videos/find-video.ts';
import type { SweeperStores } from './sweeper-stores.ts';

/** A writer commits long before this, so a younger blob may still become part of a version. */
const MIN_AGE_MS = 24 * 60 * 60_000;
/** Blobs checked in one run. */
const BATCH = 20_000;

const { documents } = MEDIA_BUCKET.prefixes;

const videoIdOf = (key: string): string => key.slice(documents.length).split('/', 1)[0] ?? '';

/**
 * A random place among the blobs. They are ordered by the creation time of their videos, so this is a random time since
 * the oldest one.
 */
async function randomStart({ files, environment: { runtime } }: SweeperStores): Promise<string> {
  const now = runtime.now();
  let oldest = now;
  for await (const { key } of files.list(documents)) {
    oldest = uuidv7Time(videoIdOf(key));
    break;
  }
  const fraction = Buffer.from(runtime.randomBytes(4)).readUInt32BE() / 2 ** 32;
  return documents + uuidv7Prefix(Math.floor(oldest + fraction * (now - oldest)));
}

/**
 * Takes away blobs that no version refers to, left by attempts that lost a race and by writers that died before their
 * commit. They are kept aside for as long as a table can be restored (`RECOVERY_DAYS`): a table that has lost versions must
 * not cost the documents, too. What belonged to a deleted video goes for good. Each run begins at a random place, so
 * that all blobs are visited in time without a cursor.
 */
export async function sweepBlobs(stores: SweeperStores): Promise<void> {
  const {
    versions,
    files,
    environment: { runtime },
  } = stores;
  const start = await randomStart(stores);
  let left = BATCH;
  let current = { videoId: '', referenced: new Set<string>() };

  const visit = async (key: string, modifiedAt: number): Promise<void> => {
    const videoId = videoIdOf(key);
    if (key === mediaKeys.frameIndex(videoId) || runtime.now() - modifiedAt < MIN_AGE_MS) return;
    if (videoId !== current.videoId) {
      const referenced = new Set<string>();
      for await (const parts of versions.references(videoId)) {
        for (const reference of Object.values(parts)) if ('key' in reference) referenced.add(reference.key);
      }
      current = { videoId, referenced };
    }
    if (current.referenced.has(key)) return;
    if (await isDeleted(stores, videoId)) await files.delete(key);
    else await files.move(key, mediaKeys.removed(key));
  };

  for await (const { key, modifiedAt } of files.list(documents, start)) {
    if (left-- === 0) return;
    await visit(key, modifiedAt);
  }
  for await (const { key, modifiedAt } of files.list(documents)) {
    if (key > start || left-- === 0) return;
    await visit(key, modifiedAt);
  }
}
