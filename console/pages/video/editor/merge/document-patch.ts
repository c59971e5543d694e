import { LIMITS } from '../../../../../shared/contract/limits.ts';
import { MERGE_PATCH_TYPE } from '../../../../../shared/contract/routes/metadata.ts';
import { isJsonObject, type JsonObject, jsonEqual } from '../../../../../shared/domain/json/json.ts';
import { operationsBetween } from './operations-between.ts';

/** The body of a PATCH of a document. */
export interface DocumentPatch {
  readonly mediaType: typeof MERGE_PATCH_TYPE | 'application/json-patch+json';
  /** JSON */
  readonly body: string;
}

/** A change that one request cannot carry; the message says what to do. */
export class ChangeTooLarge extends Error {
  override readonly name = 'ChangeTooLarge';
}

/**
 * What has to be sent to make one document of another: a JSON Patch, which can say every change, or a merge patch (RFC 7396)
 * where that would have too many operations.
 *
 * @returns null when the documents are equal
 * @throws ChangeTooLarge
 */
export function patchBetween(before: JsonObject, after: JsonObject): DocumentPatch | null {
  const operations = operationsBetween(before, after);
  if (operations.length === 0) return null;
  const patch =
    operations.length <= LIMITS.patchOperations
      ? ({ mediaType: 'application/json-patch+json', body: JSON.stringify(operations) } as const)
      : ({ mediaType: MERGE_PATCH_TYPE, body: JSON.stringify(mergePatchBetween(before, after)) } as const);
  if (new TextEncoder().encode(patch.body).length > LIMITS.jsonBodyBytes) {
    throw new ChangeTooLarge('The change is larger than 1 MiB. Save a part of it first.');
  }
  return patch;
}

/**
 * A merge patch (RFC 7396) that makes one object of another.
 * @throws ChangeTooLarge where a member would have to become null, which such a patch cannot say
 */
export function mergePatchBetween(before: JsonObject, after: JsonObject): JsonObject {
  const patch = new Map<string, unknown>();
  for (const name of Object.keys(before)) if (!Object.hasOwn(after, name)) patch.set(name, null);
  for (const [name, value] of Object.entries(after)) {
    const known = Object.hasOwn(before, name) ? before[name] : undefined;
    if (jsonEqual(known, value)) continue;
    if (isJsonObject(known) && isJsonObject(value)) patch.set(name, mergePatchBetween(known, value));
    else if (holdsNull(value)) {
      throw new ChangeTooLarge(
        `More than ${LIMITS.patchOperations} changes cannot be saved at once if one of them sets "${name}" to null. Save a part of them first.`,
      );
    } else patch.set(name, value);
  }
  return Object.fromEntries(patch);
}

/** Whether it is null or an object with a member that is; lists are sent as they are. */
const holdsNull = (value: unknown): boolean =>
  value === null || (isJsonObject(value) && Object.values(value).some(holdsNull));
