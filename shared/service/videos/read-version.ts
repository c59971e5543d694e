import { ApiError } from '../../contract/errors.ts';
import { rangeDetails } from '../../contract/range.ts';
import type { Principal } from '../../domain/keys/principal.ts';
import type { Opened } from '../../kernel/runtime/openers.ts';
import { openDocumentReader } from '../../stores/documents/documents.ts';
import { isTombstone, openVersionReader } from '../../stores/documents/versions.ts';
import { openVideoReader } from '../../stores/videos/videos.ts';
import { findProcessedVideo } from './find-video.ts';

export const READING_STORES = {
  videos: openVideoReader,
  versions: openVersionReader,
  documents: openDocumentReader,
};

/**
 * A version of the metadata document, by default the newest one, as text.
 * @throws ApiError `VERSION_NOT_FOUND`; as `findProcessedVideo`
 */
export async function readVersion(
  stores: Opened<typeof READING_STORES>,
  principal: Principal,
  videoId: string,
  number?: number,
) {
  const { newest } = await findProcessedVideo(stores, principal, videoId);
  const wanted = number ?? newest.version;
  const version = wanted === newest.version ? newest : await stores.versions.get(videoId, wanted);
  if (version === null || isTombstone(version)) {
    throw new ApiError('VERSION_NOT_FOUND', `There is no version ${wanted}.`, {
      field: 'version',
      details: rangeDetails({ min: 1, max: newest.version, provided: wanted }),
    });
  }
  return { version: version.version, text: await stores.documents.text(version) };
}
