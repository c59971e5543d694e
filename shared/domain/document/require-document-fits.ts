import { ApiError } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { rangeDetails } from '../../contract/range.ts';
import { type JsonWeight, parsedMemory } from '../json/measure-json.ts';

/** An upper bound on the JSON around a document's parts. */
const ENVELOPE_BYTES = 100;

/** What is known of the JSON of a stored part. */
export interface PartMeasure {
  /** In bytes. */
  readonly size: number;
  /** Unknown of parts that were written before it was measured. */
  readonly weight?: JsonWeight;
}

/**
 * The limit on the size of a document: its parts, as stored, have at most 64 MiB of JSON together. The JSON that clients
 * read is never longer, so every stored document can also be exported and restored.
 * @throws ApiError `INVALID_PARAMETER` (`details {min, max, provided}`, bytes)
 */
export function requireDocumentFits(parts: Iterable<Pick<PartMeasure, 'size'>>): void {
  let provided = ENVELOPE_BYTES;
  for (const { size } of parts) provided += size;
  if (provided <= LIMITS.documentBytes) return;
  throw new ApiError('INVALID_PARAMETER', 'The metadata document would become too large.', {
    field: 'body',
    details: rangeDetails({ max: LIMITS.documentBytes, provided }),
  });
}

/**
 * The limit on the memory that a document takes once it is parsed: a few bytes of JSON can take hundreds. One that takes
 * more, as a restored one may, can be edited while it does not grow.
 * @param standing the documents that the edit was made from
 * @param max bytes of memory
 * @throws ApiError `INVALID_PARAMETER` (`details {min, max, provided}`, bytes of memory)
 */
export function requireDocumentIsLight(
  parts: Iterable<PartMeasure>,
  standing: Iterable<Iterable<PartMeasure>>,
  max: number,
): void {
  const provided = memoryOf(parts);
  if (provided <= max) return;
  if ([...standing].some((document) => provided <= memoryOf(document))) return;
  throw new ApiError('INVALID_PARAMETER', 'The metadata document would hold too many values.', {
    field: 'body',
    details: rangeDetails({ max, provided }),
  });
}

const memoryOf = (parts: Iterable<PartMeasure>): number =>
  parsedMemory([...parts].flatMap(({ weight }) => weight ?? []));
