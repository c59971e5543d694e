import { ApiError } from '../../contract/errors.ts';
import { type RangeViolation, rangeDetails } from '../../contract/range.ts';

/** Where a value lies in a document: member names, and the `id` of a list's entry in place of its index. */
export type Path = readonly string[];

/** An answer must not grow with the names somebody sends. */
const FIELD_LENGTH = 1000;

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
