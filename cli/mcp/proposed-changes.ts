import type { MetadataDocument } from '../../client/answers.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import { rangeDetails } from '../../shared/contract/range.ts';
import { type JsonPatchOperation, jsonPatch } from '../../shared/contract/schemas/json-patch.ts';
import { documentView } from '../../shared/domain/document/document-view.ts';
import { describeEdit } from '../../shared/domain/document/edit/describe-edit.ts';
import { jsonPatchEdit } from '../../shared/domain/document/edit/patch-edits.ts';
import { splitDocument } from '../../shared/domain/document/split-document.ts';
import { changesBetween } from '../../shared/domain/json/changes-between.ts';
import { toPointer } from '../../shared/domain/json/json-pointer.ts';
import { parseJson } from '../../shared/domain/json/parse-json.ts';

export interface Proposal {
  /** As the history of versions would have it. */
  readonly description: string;
  readonly changes: readonly {
    /** JSON Pointer with ids in place of indices. */
    readonly path: string;
    readonly kind: string;
    readonly before?: unknown;
    readonly after?: unknown;
  }[];
  /** Of changes; `changes` has the first ones. */
  readonly total: number;
}

const MOST_CHANGES = 200;
/** Characters of a value that is shown. */
const LONGEST_VALUE = 2000;

/**
 * The operations as the service would read them from the request that makes the change.
 * @throws ApiError as the service would for its body
 */
export function sentPatch(given: readonly unknown[]): JsonPatchOperation[] {
  const body = JSON.stringify({ baseRevision: 1, changes: given });
  const provided = Buffer.byteLength(body);
  if (provided > LIMITS.jsonBodyBytes) {
    throw new ApiError('INVALID_PARAMETER', 'The body is too large.', {
      field: 'body',
      details: rangeDetails({ max: LIMITS.jsonBodyBytes, provided }),
    });
  }
  const { changes } = parseJson(body) as { changes: unknown };
  return jsonPatch.parse(changes);
}

/**
 * What a JSON Patch would change, by the rules of the service; nothing is changed. Schemas of installed plugins are not
 * asked: the service does that when the change is made.
 * @throws ApiError as the service would
 */
export function proposedChanges(document: MetadataDocument, patch: readonly JsonPatchOperation[]): Proposal {
  const current = splitDocument(document, document.videoDetails);
  const result = jsonPatchEdit(patch, ['changes']).apply(current);
  const { sections } = current;
  // Without tracks, which no edit changes.
  const changes = changesBetween(
    documentView({ sections }),
    documentView({ sections: { ...sections, ...result.sections } }),
  );
  return {
    description: describeEdit(sections, result),
    changes: changes.slice(0, MOST_CHANGES).map(({ path, kind, before, after }) => ({
      path: toPointer(path),
      kind,
      ...(before !== undefined && { before: shown(before) }),
      ...(after !== undefined && { after: shown(after) }),
    })),
    total: changes.length,
  };
}

/** A value, or how long one is that nobody would read. */
function shown(value: unknown): unknown {
  const { length } = JSON.stringify(value) ?? '';
  return length > LONGEST_VALUE ? `(a value of ${length} characters of JSON)` : value;
}
