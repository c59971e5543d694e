import type { JsonPatchOperation } from '../../contract/schemas/json-patch.ts';
import { type JsonObject, SECTION_NAMES } from './document.ts';
import { type DocumentEdit, sectionsOf } from './document-edit.ts';
import { resultOf, viewOf } from './document-view.ts';
import { applyOperations, type ReadOperation, readOperations } from './json-patch.ts';
import { mergePatch } from './merge-patch.ts';
import { applyMergeById, planMerge } from './patch.ts';
import type { Path } from './path.ts';

/** A partial document whose list entries are matched by id; see `applyMergeById`. */
export const mergeByIdEdit = (patch: JsonObject, newId: () => string): DocumentEdit => ({
  plan: planMerge(patch),
  positional: false,
  apply: (current) => applyMergeById(patch, current, newId),
});

/** A partial document by the letter of RFC 7396: lists are replaced. The outcome must pass `resultOf`. */
export const mergePatchEdit = (patch: JsonObject): DocumentEdit => ({
  plan: planMerge(patch),
  positional: holdsList(patch),
  apply(current) {
    const view = viewOf(current);
    return resultOf(current, view, mergePatch(view, patch));
  },
});

/**
 * A JSON Patch (RFC 6902) of the document. The outcome must pass `resultOf`.
 * @param at where the list of operations lies in the request, for errors
 * @throws ApiError `INVALID_PARAMETER` naming the pointer that is none; on applying, as `applyOperations`
 */
export function jsonPatchEdit(patch: readonly JsonPatchOperation[], at: Path): DocumentEdit {
  const operations = readOperations(patch, at);
  return {
    plan: planOperations(operations),
    positional: true,
    apply(current) {
      const view = viewOf(current);
      return resultOf(current, view, applyOperations(view, operations, at));
    },
  };
}

/** The sections that the pointers lead into, and the tracks where a whole object or its track is looked at. */
function planOperations(operations: readonly ReadOperation[]): DocumentEdit['plan'] {
  const members = new Set<string>();
  let whole = false;
  let tracks = false;
  for (const operation of operations) {
    const pointers = 'from' in operation ? [operation.from, operation.path] : [operation.path];
    for (const { tokens } of pointers) {
      const [name, , member] = tokens;
      if (name === undefined) whole = true;
      else members.add(name);
      if (name === 'objects' && (member === undefined ? operation.op !== 'remove' : member === 'track')) {
        tracks = true;
      }
    }
  }
  return whole ? { sections: [...SECTION_NAMES], tracks: true } : { sections: sectionsOf(members), tracks };
}

const holdsList = (value: unknown): boolean =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.values(value).some(holdsList));
