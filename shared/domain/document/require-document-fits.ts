import { ApiError } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { rangeDetails } from '../../contract/range.ts';

/** What a document's JSON has around its parts, and more. */
const ENVELOPE_BYTES = 100;

/**
 * The one rule of how large a document may be: its parts, as they are stored, have at most 64 MiB of JSON together. The
 * JSON that clients read is never longer, so that whatever is stored can also be exported and restored.
 * @param parts with the size of their JSON in bytes
 * @throws ApiError `INVALID_PARAMETER` (`details {min, max, provided}`, bytes)
 */
export function requireDocumentFits(parts: Iterable<{ readonly size: number }>): void {
  let provided = ENVELOPE_BYTES;
  for (const { size } of parts) provided += size;
  if (provided <= LIMITS.documentBytes) return;
  throw new ApiError('INVALID_PARAMETER', 'The metadata document would become too large.', {
    field: 'body',
    details: rangeDetails({ max: LIMITS.documentBytes, provided }),
  });
}
