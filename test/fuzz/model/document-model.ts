import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, jsonPatch, mergePatch, type Operation, Refusal } from './json-edits.ts';

/** A metadata document as clients see it. */
export interface Document extends Json {
  objects: Record<string, Json>;
  layers: Json[];
  variables: Json[];
  rules: Json[];
}

/** A change of a document; throws `Refusal`. */
export type Edit = (document: Document) => Document;

type MergeEntry = (before: Json, patch: Json) => Json;

const plainMerge: MergeEntry = (before, patch) => mergePatch(before, patch) as Json;

function mergeById(list: readonly Json[], patch: readonly Json[] | null, merge: MergeEntry): Json[] {
  if (patch === null) return [];
  let result = [...list];
  for (const { $delete, ...entry } of patch) {
    const before = result.find(({ id }) => id === entry.id);
    if ($delete) result = result.filter((other) => other !== before);
    else if (before === undefined) result.push(merge({}, entry));
    else result = result.map((other) => (other === before ? merge(before, entry) : other));
  }
  return result;
}

const mergeOverlay: MergeEntry = (before, patch) => {
  const overlay = plainMerge(before, patch);
  return isObject(overlay.plugin) ? { ...overlay, plugin: { config: {}, ...overlay.plugin } } : overlay;
};

const mergeLayer: MergeEntry = (before, { overlays: patch, ...members }) => {
  const { overlays = [], ...rest } = before;
  const merged =
    patch === undefined ? overlays : mergeById(overlays as Json[], patch as Json[], mergeOverlay);
  return { ...plainMerge(rest, members), overlays: merged };
};

function mergeObjects(objects: Document['objects'], patch: Json): Document['objects'] {
  const result = { ...objects };
  for (const [id, item] of Object.entries(patch)) {
    const before = result[id];
    if (!isObject(item) || item.$delete) delete result[id];
    else if (before === undefined) throw new Refusal('OBJECT_NOT_FOUND');
    else result[id] = editObject(before, item);
  }
  return result;
}

function editObject(object: Json, { userLabel = object.userLabel, customData = {} }: Json): Json {
  return {
    ...object,
    userLabel,
    customData: customData === null ? {} : mergePatch(object.customData, customData),
  };
}

/** PATCH with `application/json`. */
export const mergeByIdEdit =
  (patch: Json): Edit =>
  (document) => {
    const { schemaVersion, videoDetails, objects, layers, variables, rules, ...extra } = patch;
    const readOnly = {
      ...(schemaVersion !== undefined && { schemaVersion }),
      videoDetails: videoDetails ?? {},
    };
    if (!isDeepStrictEqual(mergePatch(document, readOnly), document)) throw new Refusal('READ_ONLY_FIELD');
    const result = mergePatch(document, extra) as Document;
    const list = (name: 'layers' | 'variables' | 'rules', entries: unknown, merge: MergeEntry): void => {
      if (entries !== undefined) result[name] = mergeById(document[name], entries as Json[] | null, merge);
    };
    if (objects !== undefined) result.objects = mergeObjects(document.objects, objects as Json);
    list('layers', layers, mergeLayer);
    list('variables', variables, plainMerge);
    list('rules', rules, plainMerge);
    return result;
  };

/** PATCH with `application/merge-patch+json`. */
export const mergePatchEdit =
  (patch: Json): Edit =>
  (document) =>
    sound(document, mergePatch(document, patch) as Json);

/** PATCH with `application/json-patch+json`, and changes of a project. */
export const jsonPatchEdit =
  (operations: readonly Operation[]): Edit =>
  (document) =>
    sound(document, jsonPatch(document, operations));

export const objectEdit =
  (id: string, members: Json): Edit =>
  (document) => {
    const object = document.objects[id];
    if (object === undefined) throw new Refusal('OBJECT_NOT_FOUND');
    return { ...document, objects: { ...document.objects, [id]: editObject(object, members) } };
  };

export const objectRemoval =
  (id: string): Edit =>
  (document) => {
    const { [id]: object, ...others } = document.objects;
    if (object === undefined) throw new Refusal('OBJECT_NOT_FOUND');
    return { ...document, objects: others };
  };

const invalid = (): Refusal => new Refusal('INVALID_PARAMETER');

function checkList(list: unknown): asserts list is Json[] {
  if (!Array.isArray(list) || !list.every((entry) => isObject(entry) && typeof entry.id === 'string')) {
    throw invalid();
  }
  if (new Set(list.map(({ id }) => id)).size < list.length) throw invalid();
}

/** The document after an allowed edit, with omitted members filled in. */
function sound(before: Document, edited: Json): Document {
  const {
    schemaVersion,
    videoDetails,
    objects = {},
    layers = [],
    variables = [],
    rules = [],
    ...extra
  } = edited;
  if (!isDeepStrictEqual([schemaVersion, videoDetails], [before.schemaVersion, before.videoDetails])) {
    throw new Refusal('READ_ONLY_FIELD');
  }
  const kept = Object.entries(objects as Document['objects']).map(([id, object]): [string, Json] => {
    const known = before.objects[id];
    if (known === undefined) throw new Refusal('OBJECT_NOT_FOUND');
    const { userLabel = null, customData = {} } = object;
    if (
      !isDeepStrictEqual({ ...known, userLabel, customData }, { userLabel: null, customData: {}, ...object })
    ) {
      throw new Refusal('READ_ONLY_FIELD');
    }
    return [id, { ...known, userLabel, customData }];
  });
  checkList(layers);
  for (const { overlays } of layers) checkList(overlays);
  checkList(variables);
  checkList(rules);
  return {
    schemaVersion,
    videoDetails,
    objects: Object.fromEntries(kept),
    layers,
    variables,
    rules,
    ...extra,
  };
}
