import { isJsonObject } from '../json/json.ts';
import { mergePatch } from '../json/merge-patch.ts';
import { type Path, readOnlyAt } from '../json/path.ts';
import { type JsonObject, SCHEMA_VERSION, type SectionName, type Sections } from './document.ts';
import {
  type EditPlan,
  type EditResult,
  type PlannedParts,
  sectionsOf,
  touchedSections,
} from './document-edit.ts';
import { mergeEntry, mergeLayer } from './entries.ts';
import { type MergeContext, mergeById } from './merge-by-id.ts';
import { mergeObjects, refuseChange } from './object-merge.ts';
import { checkObject } from './shape.ts';

/** What has to be loaded for `applyMergeById`: of the objects only those named, unless one may be removed. */
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
 * a layer's `overlays`, `variables` and `rules` merge by id (see `mergeById`), `objects` as `mergeObjects` tells;
 * other lists are replaced. `schemaVersion` and `videoDetails` are read-only, but accepted when they are what they
 * were, so that a document that was read can be sent back whole. Nothing passed in is modified.
 *
 * @param current what `planMerge` asks for
 * @param newId makes the ids of list entries that come without one
 * @throws ApiError `READ_ONLY_FIELD`, `INVALID_PARAMETER`, `MISSING_PARAMETER`, `OBJECT_NOT_FOUND`, whose `field` is
 *   the path with ids in place of indices, `layers.<layerId>.name`
 */
export function applyMergeById(patch: JsonObject, current: PlannedParts, newId: () => string): EditResult {
  const paths: Path[] = [];
  const context: MergeContext = { newId, onChange: (path) => paths.push(path) };
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
      mergePatch(before, videoDetails, ['videoDetails'], refuseChange);
      return before;
    });
  }
  if (objects !== undefined) {
    mergeSection('objects', (before) => mergeObjects(before, objects, current.tracks, context.onChange));
  }
  if (layers !== undefined) {
    mergeSection('layers', (before) => mergeById(before, layers, ['layers'], context, mergeLayer));
  }
  if (variables !== undefined) {
    mergeSection('variables', (before) => mergeById(before, variables, ['variables'], context, mergeEntry));
  }
  if (rules !== undefined) {
    mergeSection('rules', (before) => mergeById(before, rules, ['rules'], context, mergeEntry));
  }
  if (Object.keys(extra).length > 0) {
    mergeSection('extra', (before) => {
      const after = mergePatch(before, extra, [], context.onChange);
      checkObject(after, []);
      return after;
    });
  }
  return { sections, touched: touchedSections(sections), paths };
}
