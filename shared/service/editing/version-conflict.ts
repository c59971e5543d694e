import { ApiError } from '../../contract/errors.ts';
import type { Version } from '../../stores/documents/versions.ts';

/**
 * The refusal of what is based on another version than the newest.
 * @param newest null: there is none yet, `current` is 0
 * @param conflictingPaths what the request and the versions since `base` both change, as far as it is known
 */
export function versionConflict(
  base: number,
  newest: Pick<Version, 'version'> | null,
  conflictingPaths: readonly string[] = [],
): ApiError {
  const current = newest?.version ?? 0;
  const standing = newest === null ? 'There is no version yet' : `The newest version is ${current}`;
  return new ApiError('VERSION_CONFLICT', `${standing}, not ${base}.`, {
    details: { expected: base, current, conflictingPaths },
  });
}

/**
 * Requires that the newest version is the one that the caller named, for what changes nothing that has a path.
 * @param base null: the caller named none
 * @throws ApiError `VERSION_CONFLICT`
 */
export function requireNewest(base: number | null, newest: Pick<Version, 'version'> | null): void {
  if (base !== null && base !== newest?.version) throw versionConflict(base, newest);
}
