import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openDocumentReader } from '../../stores/documents/documents.ts';
import { openVersionReader, type Version } from '../../stores/documents/versions.ts';
import { openVideoReader } from '../../stores/videos/videos.ts';
import { findVersion } from './find-version.ts';
import { findProcessedVideo } from './find-video.ts';

export const READING_STORES = {
  videos: openVideoReader,
  versions: openVersionReader,
  documents: openDocumentReader,
};

/**
 * The version of the metadata document to read, by default the newest one.
 * @throws ApiError as `findProcessedVideo` and `findVersion`
 */
export async function versionToRead(
  stores: Opened<typeof READING_STORES>,
  principal: Principal,
  videoId: string,
  number?: number,
): Promise<Version> {
  const { newest } = await findProcessedVideo(stores, principal, videoId);
  return findVersion(stores.versions, newest, number ?? newest.version);
}
