import { ApiError } from '../../contract/errors.ts';
import { rangeDetails } from '../../contract/range.ts';
import { isTombstone, type Version, type VersionReader } from '../../stores/documents/versions.ts';

/**
 * A version of a video's metadata.
 * @param newest the newest version of the video
 * @throws ApiError `VERSION_NOT_FOUND`
 */
export async function findVersion(
  versions: Pick<VersionReader, 'get'>,
  newest: Version,
  wanted: number,
): Promise<Version> {
  const version = wanted === newest.version ? newest : await versions.get(newest.videoId, wanted);
  if (version !== null && !isTombstone(version)) return version;
  throw new ApiError('VERSION_NOT_FOUND', `There is no version ${wanted}.`, {
    field: 'version',
    details: rangeDetails({ min: 1, max: newest.version, provided: wanted }),
  });
}
