import { isUtf8 } from 'node:buffer';
import { ApiError, type ErrorCode } from '../contract/errors.ts';

/**
 * The text of bytes from a client. Bytes that are not UTF-8 are refused, not replaced: the replacement would be stored
 * as if it had been sent.
 * @param field the parameter that the error names
 */
export function utf8Text(bytes: Buffer, field: string, code: ErrorCode = 'INVALID_PARAMETER'): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw new ApiError(code, `${field} is not valid UTF-8.`, { field });
}
