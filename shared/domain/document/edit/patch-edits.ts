import type { JsonPatchOperation } from '../../../contract/schemas/json-patch.ts';
import type { JsonObject } from '../../json/json.ts';
import {
  applyOperations,
  pathsOfOperations,
  type ReadOperation,
  readOperations,
} from '../../json/json-patch.ts';
import { mergePatch } from '../../json/merge-patch.ts';
import type { Path } from '../../json/path.ts';
import { SECTION_NAMES } from '../document.ts';
import { documentView } from '../document-view.ts';
import { applyMergeById, planMerge } from './apply-merge-by-id.ts';
import { type DocumentEdit, type EditPlan, ofOnly, sectionsOf } from './document-edit.ts';
import { readEditedView } from './edited-view.ts';
import { pathsOfPatch } from './paths-of-patch.ts';

/** An edit by a partial document whose list entries are matched by id; see `applyMergeById`. */
export const mergeByIdEdit = (patch: JsonObject, newId: () => string): DocumentEdit =>
  planned({
    plan: planMerge(patch),
    positional: false,
    names: () => pathsOfPatch(patch, 'by id'),
    apply: (current) => applyMergeById(patch, current, newId),
  });

/** An edit by a strict merge patch (RFC 7396): lists are replaced. The result must pass `readEditedView`. */
export const mergePatchEdit = (patch: JsonObject): DocumentEdit =>
  planned({
    plan: planMerge(patch),
    positional: holdsList(patch),
    names: () => pathsOfPatch(patch, 'whole'),
    apply(current) {
      const view = documentView(current);
      return readEditedView(current, view, mergePatch(view, patch));
    },
  });

/**
 * An edit by a JSON Patch (RFC 6902). The result must pass `readEditedView`.
 * @param at path of the list of operations in the request, for errors
 * @throws ApiError `INVALID_PARAMETER` naming an invalid pointer; on applying, as `applyOperations`
 */
export function jsonPatchEdit(patch: readonly JsonPatchOperation[], at: Path): DocumentEdit {
  const operations = readOperations(patch, at);
  return planned({
    plan: planOperations(operations),
    positional: true,
    names: (base) => pathsOfOperations(documentView(base), operations),
    apply(current) {
      const view = documentView(current);
      return readEditedView(current, view, applyOperations(view, operations, at));
    },
  });
}

/** Where an edit loads only some objects, its result holds only these. */
const planned = (edit: DocumentEdit): DocumentEdit =>
  edit.plan.only === undefined ? edit : { ...edit, apply: (current) => ofOnly(edit.apply(current), current) };

/**
 * The sections that the pointers lead into; only the named objects where no pointer needs all of them; and the tracks
 * where an operation reads a whole object or its track.
 */
function planOperations(operations: readonly ReadOperation[]): EditPlan {
  const members = new Set<string>();
  const ids = new Set<string>();
  let whole = false;
  let tracks = false;
  let anyObject = false;
  for (const operation of operations) {
    const pointers = 'from' in operation ? [operation.from, operation.path] : [operation.path];
    for (const { tokens } of pointers) {
      const [name, id, member] = tokens;
      if (name === undefined) whole = true;
      else members.add(name);
      if (name !== 'objects') continue;
      if (id === undefined || member === undefined) anyObject = true;
      else ids.add(id);
      if (member === undefined ? operation.op !== 'remove' : member === 'track') {
        tracks = true;
      }
    }
  }
  if (whole) return { sections: [...SECTION_NAMES], tracks: true };
  return {
    sections: sectionsOf(members),
    tracks,
    ...(anyObject || ids.size === 0 ? {} : { only: [...ids] }),
  };
}

const holdsList = (value: unknown): boolean =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.values(value).some(holdsList));
