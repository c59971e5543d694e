import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { mergePatch } from '../../json/merge-patch.ts';
import { readOnlyAt } from '../../json/path.ts';
import { checkObject } from '../checks.ts';
import { type LoadedParts, SCHEMA_VERSION, type SectionName, type Sections } from '../document.ts';
import { type EditPlan, type EditResult, sectionsOf, touchedSections } from './document-edit.ts';
import { mergeById } from './merge-by-id.ts';
import { mergeEntry, mergeLayer } from './merge-entries.ts';
import { mergeObjects } from './merge-objects.ts';
import { requireUnchanged } from './require-unchanged.ts';

/** The parts that `applyMergeById` needs: of the objects only those that the patch names, unless it may remove some. */
export function planMerge(patch: JsonObject): EditPlan {
  const named = isJsonObject(patch.objects) ? patch.objects : {};
  const objects = Object.values(named);
  const removes =
    !isJsonObject(patch.objects) || !objects.every((it) => isJsonObject(it) && it.$delete === undefined);
  return {
    sections: sectionsOf(Object.keys(patch)),
    ...(removes ? {} : { only: Object.keys(named) }),
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
