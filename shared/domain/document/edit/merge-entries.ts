import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { mergePatch } from '../../json/merge-patch.ts';
import { checkEntry, checkLayer, checkObject, checkOverlay } from '../checks.ts';
import type { Identified, Layer, Overlay } from '../document.ts';
import { type MergeEntry, mergeById } from './merge-by-id.ts';

/** An entry of `variables` or `rules`. */
export const mergeEntry: MergeEntry<Identified> = (current, patch, path) => {
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

export const mergeLayer: MergeEntry<Layer> = (current, { overlays: patch, ...members }, path, newId) => {
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
