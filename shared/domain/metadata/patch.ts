import {
  type JsonObject,
  SCHEMA_VERSION,
  SECTION_NAMES,
  type SectionName,
  type Sections,
  type Tracks,
} from './document.ts';
import { mergeEntry, mergeLayer } from './entries.ts';
import { isJsonObject } from './json.ts';
import { type MergeContext, mergeById } from './merge-by-id.ts';
import { mergePatch } from './merge-patch.ts';
import { mergeObjects, refuseChange } from './object-merge.ts';
import { type Path, readOnlyAt } from './path.ts';
import { checkObject } from './shape.ts';

/** What of the current document a patch must be merged with. */
export interface MergePlan {
  sections: SectionName[];
  /** Tracks are needed only to compare one that the patch sends back. */
  tracks: boolean;
}

export interface MergeResult {
  /** New values of the sections that change, and of no others. */
  sections: Partial<Sections>;
  /** The names of these sections; empty when the patch changes nothing. */
  touched: SectionName[];
  /** What changes, in the order of the patch; a path comes twice when its id does. */
  paths: Path[];
}

/** The section a top-level member of the document lies in; null for `schemaVersion`, which is none. */
export function sectionOf(member: string): SectionName | null {
  if (member === 'schemaVersion') return null;
  return SECTION_NAMES.find((name) => name === member) ?? 'extra';
}

/** What has to be loaded for `applyMergeById`. */
export function planMerge(patch: JsonObject): MergePlan {
  const sections = new Set(Object.keys(patch).map(sectionOf));
  const objects = isJsonObject(patch.objects) ? Object.values(patch.objects) : [];
  return {
    sections: SECTION_NAMES.filter((name) => sections.has(name)),
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
export function applyMergeById(
  patch: JsonObject,
  current: { sections: Partial<Sections>; tracks?: Tracks },
  newId: () => string,
): MergeResult {
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
  return { sections, touched: SECTION_NAMES.filter((name) => name in sections), paths };
}
