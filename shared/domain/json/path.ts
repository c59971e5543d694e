import { ApiError } from '../../contract/errors.ts';
import { type RangeViolation, rangeDetails } from '../../contract/range.ts';

/** Where a value lies in a document: member names, and the `id` of a list's entry in place of its index. */
export type Path = readonly string[];

/** JSON Pointer (RFC 6901) of a path, with ids in place of indices: `/layers/<layerId>/overlays/<overlayId>`. */
export const toPointer = (path: Path): string =>
  path.map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** An answer must not grow with the names somebody sends. */
const POINTER_LENGTH = 1000;
const FIELD_LENGTH = 1000;

/** The pointer of a path, or that of its nearest container whose pointer is not longer than 1,000 characters. */
export function shortPointer(path: Path): string {
  let pointer = '';
  for (const segment of path) {
    const longer = pointer + toPointer([segment]);
    if (longer.length > POINTER_LENGTH) break;
    pointer = longer;
  }
  return pointer;
}

/**
 * The name of a parameter inside a request body, as error answers give it: `layers.<layerId>.name`. Cut to 1,000
 * characters.
 */
export const toField = (path: Path): string => path.join('.').slice(0, FIELD_LENGTH).toWellFormed();

/**
 * @param message completes "<field> …"
 * @param range the one that is left, where it is that
 */
export const invalidAt = (path: Path, message: string, range?: RangeViolation): ApiError =>
  new ApiError('INVALID_PARAMETER', `${toField(path) || 'The document'} ${message}.`, {
    field: path.length === 0 ? undefined : toField(path),
    details: range && rangeDetails(range),
  });

/** @param path of the member that is missing */
export const missingAt = (path: Path): ApiError =>
  new ApiError('MISSING_PARAMETER', `${toField(path)} is required.`, { field: toField(path) });

export const readOnlyAt = (path: Path): ApiError =>
  new ApiError('READ_ONLY_FIELD', `${toField(path)} cannot be changed.`, { field: toField(path) });
