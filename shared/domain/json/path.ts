import { ApiError } from '../../contract/errors.ts';
import { type RangeViolation, rangeDetails } from '../../contract/range.ts';

/** The path of a value in a document: member names, and for list entries their `id` in place of the index. */
export type Path = readonly string[];

/** The size of an answer must not grow with the names in the request. */
const FIELD_LENGTH = 1000;

/**
 * The name of a parameter inside a request body in error answers: `layers.<layerId>.name`, cut to 1,000 characters.
 */
export const toField = (path: Path): string => path.join('.').slice(0, FIELD_LENGTH).toWellFormed();

/**
 * @param message completes "<field> …"
 * @param range the range that the value is outside of, if that is the error
 */
export const invalidAt = (path: Path, message: string, range?: RangeViolation): ApiError =>
  new ApiError('INVALID_PARAMETER', `${toField(path) || 'The document'} ${message}.`, {
    field: path.length === 0 ? undefined : toField(path),
    details: range && rangeDetails(range),
  });

/** @param path of the missing member */
export const missingAt = (path: Path): ApiError =>
  new ApiError('MISSING_PARAMETER', `${toField(path)} is required.`, { field: toField(path) });

export const readOnlyAt = (path: Path): ApiError =>
  new ApiError('READ_ONLY_FIELD', `${toField(path)} cannot be changed.`, { field: toField(path) });
