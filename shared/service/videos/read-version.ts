import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/store-factories.ts';
import { openDocumentReader } from '../../stores/documents/documents.ts';
import { openVersionReader } from '../../stores/documents/versions.ts';
import { openVideoReader } from '../../stores/videos/videos.ts';
import { findVersion } from './find-version.ts';
import { findProcessedVideo } from './find-video.ts';

export const READING_STORES = {
  videos: openVideoReader,
  versions: openVersionReader,
  documents: openDocumentReader,
};

/**
 * A version of the metadata document, by default the newest one, as text.
 * @throws ApiError as `findProcessedVideo` and `findVersion`
 */
export async function readVersion(
  stores: Opened<typeof READING_STORES>,
  principal: Principal,
  videoId: string,
  number?: number,
) {
  const { newest } = await findProcessedVideo(stores, principal, videoId);
  const version = await findVersion(stores.versions, newest, number ?? newest.version);
  return { version: version.version, text: await stores.documents.text(version) };
}
