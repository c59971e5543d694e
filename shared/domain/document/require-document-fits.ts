import { ApiError } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { rangeDetails } from '../../contract/range.ts';

/** An upper bound on the JSON around a document's parts. */
const ENVELOPE_BYTES = 100;

/**
 * The limit on the size of a document: its parts, as stored, have at most 64 MiB of JSON together. The JSON that clients
 * read is never longer, so every stored document can also be exported and restored.
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
