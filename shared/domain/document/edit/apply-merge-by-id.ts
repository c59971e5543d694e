import type { Identified, Layer, Overlay } from '../../../contract/schemas/metadata.ts';
import { freshId } from '../../ids.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { mergePatch } from '../../json/merge-patch.ts';
import { invalidAt, missingAt, type Path, readOnlyAt } from '../../json/path.ts';
import { checkEntry, checkId, checkLayer, checkObject, checkOverlay } from '../checks.ts';
import { type LoadedParts, SCHEMA_VERSION, type SectionName, type Sections } from '../document.ts';
import { type EditPlan, type EditResult, sectionsOf, touchedSections } from './document-edit.ts';
import { mergeObjects, requireUnchanged } from './merge-objects.ts';

/** The parts that `applyMergeById` needs. */
export function planMerge(patch: JsonObject): EditPlan {
  const objects = isJsonObject(patch.objects) ? Object.values(patch.objects) : [];
  return {
    sections: sectionsOf(Object.keys(patch)),
    tracks: objects.some((object) => isJsonObject(object) && object.track !== undefined),
  };
}

/**
 * Merges a partial document into the current one. Objects merge recursively and `null` removes a member; `layers`,
 * a layer's `overlays`, `variables` and `rules` merge by id (see `mergeById`), `objects` by key (see `mergeObjects`);
 * other lists are replaced. `schemaVersion` and `videoDetails` are read-only, but accepted when they are unchanged, so
 * that clients can send back a whole document. The arguments are not modified.
 *
 * @param current the parts that `planMerge` names
 * @param newId makes ids of list entries that come without one
 * @throws ApiError `READ_ONLY_FIELD`, `INVALID_PARAMETER`, `MISSING_PARAMETER`, `OBJECT_NOT_FOUND`, whose `field` is
 *   the path with ids in place of indices, `layers.<layerId>.name`
 */
export function applyMergeById(patch: JsonObject, current: LoadedParts, newId: () => string): EditResult {
  const sections: Partial<Sections> = {};
  const mergeSection = <Name extends SectionName>(
    name: Name,
    merge: (before: Sections[Name]) => Sections[Name],
  ): void => {
    const before = current.sections[name];
    if (before === undefined) throw new Error(`The section ${name} was not loaded.`);
    const after = merge(before);
    if (after !== before) sections[name] = after;
  };

  const { schemaVersion, videoDetails, objects, layers, variables, rules, ...extra } = patch;
  if (schemaVersion !== undefined && schemaVersion !== SCHEMA_VERSION) throw readOnlyAt(['schemaVersion']);
  if (videoDetails !== undefined) {
    mergeSection('videoDetails', (before) => {
      requireUnchanged(before, mergePatch(before, videoDetails), ['videoDetails']);
      return before;
    });
  }
  if (objects !== undefined) {
    mergeSection('objects', (before) => mergeObjects(before, objects, current.tracks));
  }
  if (layers !== undefined) {
    mergeSection('layers', (before) => mergeById(before, layers, ['layers'], newId, mergeLayer));
  }
  if (variables !== undefined) {
    mergeSection('variables', (before) => mergeById(before, variables, ['variables'], newId, mergeEntry));
  }
  if (rules !== undefined) {
    mergeSection('rules', (before) => mergeById(before, rules, ['rules'], newId, mergeEntry));
  }
  if (Object.keys(extra).length > 0) {
    mergeSection('extra', (before) => {
      const after = mergePatch(before, extra);
      checkObject(after, []);
      return after;
    });
  }
  return { sections, touched: touchedSections(sections) };
}

/** An entry of `variables` or `rules`. */
const mergeEntry: MergeEntry<Identified> = (current, patch, path) => {
  const merged = mergePatch(current ?? {}, patch);
  checkObject(merged, path);
  checkEntry(merged, path);
  return merged;
};

const mergeOverlay: MergeEntry<Overlay> = (current, patch, path) => {
  const merged = mergePatch(current ?? {}, patch);
  checkObject(merged, path);
  const overlay = withConfig(merged);
  checkOverlay(overlay, path);
  return overlay;
};

const mergeLayer: MergeEntry<Layer> = (current, { overlays: patch, ...members }, path, newId) => {
  const { overlays: before = [], ...rest } = current ?? {};
  const merged = mergePatch(rest, members);
  checkObject(merged, path);
  const overlays =
    patch === undefined ? before : mergeById(before, patch, [...path, 'overlays'], newId, mergeOverlay);
  if (current !== undefined && merged === rest && overlays === before) return current;
  const layer = { ...merged, overlays };
  checkLayer(layer, path);
  return layer;
};

/** A plugin without options may leave `config` out; in the document it is always there. */
function withConfig(overlay: JsonObject): JsonObject {
  const { plugin } = overlay;
  if (!isJsonObject(plugin) || plugin.config !== undefined) return overlay;
  return { ...overlay, plugin: { ...plugin, config: {} } };
}

/**
 * Merges a patch into one list entry.
 * @param current undefined for a new entry
 * @param patch without `$delete`, and with the entry's `id`
 * @param newId makes ids of entries below it that come without one
 * @returns `current` itself when nothing changes
 */
type MergeEntry<Entry> = (
  current: Entry | undefined,
  patch: JsonObject,
  path: Path,
  newId: () => string,
) => Entry;

/**
 * Merges a patch into a list whose entries are identified by `id`. Entries of the patch apply in order: a known id is
 * merged, an unknown one appended, an entry without an id appended under a new one, `{"id": …, "$delete": true}`
 * removed (an unknown id is ignored). An id may occur up to ten times. `null` empties the list. Known entries keep their
 * order.
 *
 * @param newId makes ids of entries that come without one
 * @returns `current` itself when nothing changes
 * @throws ApiError `INVALID_PARAMETER`, `MISSING_PARAMETER`
 */
function mergeById<Entry extends Identified>(
  current: Entry[],
  patch: unknown,
  path: Path,
  newId: () => string,
  mergeEntry: MergeEntry<Entry>,
): Entry[] {
  const entries = new Map(current.map((entry) => [entry.id, entry]));
  const uses = new Map<string, number>();
  let changed = false;

  const remove = (id: string): void => {
    changed = entries.delete(id) || changed;
  };
  const merge = (id: string, members: JsonObject): void => {
    const before = entries.get(id);
    const after = mergeEntry(before, { ...members, id }, [...path, id], newId);
    if (after === before) return;
    entries.set(id, after);
    changed = true;
  };

  if (patch === null) for (const id of [...entries.keys()]) remove(id);
  else if (!Array.isArray(patch)) throw invalidAt(path, 'must be a list');
  else {
    for (const [index, item] of patch.entries()) {
      const itemPath = [...path, String(index)];
      if (!isJsonObject(item)) throw invalidAt(itemPath, 'must be an object');
      const { $delete, ...members } = item;
      if ($delete !== undefined && $delete !== true)
        throw invalidAt([...itemPath, '$delete'], 'must be true');
      if (members.id === undefined && $delete) throw missingAt([...itemPath, 'id']);
      const id = members.id === undefined ? freshId(newId, entries) : members.id;
      checkId(id, [...itemPath, 'id']);
      const provided = (uses.get(id) ?? 0) + 1;
      if (provided > MOST_USES)
        throw invalidAt(itemPath, 'repeats an id too often', { max: MOST_USES, provided });
      uses.set(id, provided);
      if ($delete) remove(id);
      else merge(id, members);
    }
  }
  return changed ? [...entries.values()] : current;
}

/** Each use of an id may cost as much as its entry is large. Two are enough to replace an entry. */
const MOST_USES = 10;
