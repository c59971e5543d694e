import { LIMITS } from '../../../contract/limits.ts';
import type { JsonPatchOperation } from '../../../contract/schemas/json-patch.ts';
import type { StoredObject } from '../../../contract/schemas/metadata.ts';
import { isJsonObject, type JsonObject, jsonDepth, jsonEqual } from '../../json/json.ts';
import {
  applyOperations,
  pathsOfOperations,
  type ReadOperation,
  readOperations,
} from '../../json/json-patch.ts';
import { mergePatch } from '../../json/merge-patch.ts';
import { invalidAt, type Path } from '../../json/path.ts';
import {
  checkCustomData,
  checkEntry,
  checkedLayers,
  checkedList,
  checkObject,
  checkUserLabel,
} from '../checks.ts';
import { type LoadedParts, SECTION_NAMES, type SectionName, type Sections } from '../document.ts';
import { documentView } from '../document-view.ts';
import { applyMergeById, planMerge } from './apply-merge-by-id.ts';
import {
  type DocumentEdit,
  type EditPlan,
  type EditResult,
  pathsOfPatch,
  sectionsOf,
  touchedSections,
} from './document-edit.ts';
import { objectNotFound, requireUnchanged } from './merge-objects.ts';
import { type Entries, entriesOfPatch, narrowOperations } from './narrow-edit.ts';

/** An edit by a partial document whose list entries are matched by id; see `applyMergeById`. */
export const mergeByIdEdit = (patch: JsonObject, newId: () => string): DocumentEdit =>
  narrowed(
    {
      plan: planMerge(patch),
      positional: false,
      names: () => pathsOfPatch(patch, 'by id'),
      apply: (current) => applyMergeById(patch, current, newId),
    },
    entriesOfPatch(patch, 'by id'),
  );

/** An edit by a strict merge patch (RFC 7396): lists are replaced. The result must pass `readEditedView`. */
export const mergePatchEdit = (patch: JsonObject): DocumentEdit =>
  narrowed(
    {
      plan: planMerge(patch),
      positional: holdsList(patch),
      names: () => pathsOfPatch(patch, 'whole'),
      apply(current) {
        const view = documentView(current);
        return readEditedView(current, view, mergePatch(view, patch));
      },
    },
    entriesOfPatch(patch, 'whole'),
  );

/**
 * An edit by a JSON Patch (RFC 6902). The result must pass `readEditedView`.
 * @param at path of the list of operations in the request, for errors
 * @throws ApiError `INVALID_PARAMETER` naming an invalid pointer; on applying, as `applyOperations`
 */
export function jsonPatchEdit(patch: readonly JsonPatchOperation[], at: Path): DocumentEdit {
  const operations = readOperations(patch, at);
  const applied = (current: LoadedParts, given: readonly ReadOperation[]): EditResult => {
    const view = documentView(current);
    return readEditedView(current, view, applyOperations(view, given, at));
  };
  const narrow = narrowOperations(operations);
  return {
    plan: planOperations(operations),
    positional: true,
    names: (base) => pathsOfOperations(documentView(base), operations),
    apply: (current) => applied(current, operations),
    narrow:
      narrow === null
        ? undefined
        : {
            entries: narrow.entries,
            apply: (current) => applied(current, narrow.operations),
          },
  };
}

const narrowed = (edit: DocumentEdit, entries: Entries | null): DocumentEdit =>
  entries === null ? edit : { ...edit, narrow: { entries, apply: edit.apply } };

/** The sections that the pointers lead into, and the tracks where an operation reads a whole object or its track. */
function planOperations(operations: readonly ReadOperation[]): EditPlan {
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
  if (whole) return { sections: [...SECTION_NAMES], tracks: true };
  return { sections: sectionsOf(members), tracks };
}

const holdsList = (value: unknown): boolean =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.values(value).some(holdsList));

/**
 * The sections that differ between the view of a document and the same view after an edit. The edited view must be as
 * valid as a document that `splitDocument` accepts. An absent section is read as empty, an absent `userLabel` as null, an
 * absent `customData` as `{}`. Objects may be removed but not added; of an object only these two members may change.
 * `schemaVersion` and `videoDetails` may not change.
 *
 * @param edited the view after the edit; values identical to those of `view` are not checked
 * @throws ApiError `READ_ONLY_FIELD`, `INVALID_PARAMETER`, `MISSING_PARAMETER`, `OBJECT_NOT_FOUND`; their `field` has
 *   indices where lists are concerned
 */
function readEditedView({ sections: before }: LoadedParts, view: JsonObject, edited: unknown): EditResult {
  checkObject(edited, []);
  const max = LIMITS.jsonDepth;
  if (growsDeeper(view, edited, max)) {
    throw invalidAt([], 'would be nested too deeply', { max, provided: jsonDepth(edited, max) });
  }
  const { schemaVersion, videoDetails, objects, layers, variables, rules, ...extra } = edited;
  requireUnchanged(view.schemaVersion, schemaVersion, ['schemaVersion']);
  requireUnchanged(view.videoDetails, videoDetails, ['videoDetails']);

  const sections: Partial<Sections> = {};
  const take = <Name extends SectionName>(name: Name, after: () => Sections[Name]): void => {
    if (before[name] === undefined || (name !== 'extra' && edited[name] === view[name])) return;
    const value = after();
    if (!jsonEqual(before[name], value)) sections[name] = value;
  };
  take('objects', () => editedObjects(before.objects ?? {}, view.objects, objects ?? {}));
  take('layers', () => checkedLayers(layers ?? []));
  take('variables', () => checkedList(variables ?? [], ['variables'], checkEntry));
  take('rules', () => checkedList(rules ?? [], ['rules'], checkEntry));
  take('extra', () => extra);
  return { sections, touched: touchedSections(sections) };
}

/** Whether a value that is not identical in `before` is nested inside more than `most` containers. */
function growsDeeper(before: unknown, after: unknown, most: number): boolean {
  if (before === after || typeof after !== 'object' || after === null) return false;
  if (most === 0) return true;
  const known = Object(before);
  // Not `Object.entries`, which would make a pair for each of perhaps millions of numbers.
  if (Array.isArray(after)) return after.some((item, i) => growsDeeper(known[i], item, most - 1));
  return Object.entries(after).some(([name, value]) => growsDeeper(known[name], value, most - 1));
}

type Objects = Sections['objects'];

function editedObjects(before: Objects, view: unknown, edited: unknown): Objects {
  checkObject(edited, ['objects']);
  const viewed = isJsonObject(view) ? view : {};
  const objects = Object.entries(edited).map(([id, object]): [string, StoredObject] => {
    const path = ['objects', id];
    const known = Object.hasOwn(before, id) ? before[id] : undefined;
    if (known === undefined) throw objectNotFound(path);
    return [id, object === viewed[id] ? known : editedObject(known, viewed[id], object, path)];
  });
  return Object.fromEntries(objects);
}

function editedObject(known: StoredObject, view: unknown, edited: unknown, path: Path): StoredObject {
  checkObject(edited, path);
  const { userLabel = null, customData = {}, ...rest } = edited;
  const { userLabel: _, customData: __, ...was } = isJsonObject(view) ? view : known;
  requireUnchanged(was, rest, path);
  const annotated: StoredObject = { ...known };
  if (userLabel !== known.userLabel) {
    checkUserLabel(userLabel, [...path, 'userLabel']);
    annotated.userLabel = userLabel;
  }
  checkCustomData(customData, [...path, 'customData']);
  return { ...annotated, customData };
}
