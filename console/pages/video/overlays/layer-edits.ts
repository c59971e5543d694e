import type { OverlayName } from '../../../viewer/overlays/overlay-list.ts';
import type { VideoDocument } from '../video-data.ts';

export type Layers = VideoDocument['layers'];
export type Layer = Layers[number];
export type Overlay = Layer['overlays'][number];

/** The name of an overlay in the page's address: its id is unique in its layer only. */
export const toKey = ({ layer, overlay }: OverlayName): string =>
  [layer, overlay].map(encodeURIComponent).join('/');

/** Null for a text that is no such name. */
export function fromKey(key: string): OverlayName | null {
  const [layer, overlay, ...more] = key.split('/');
  if (layer === undefined || overlay === undefined || more.length > 0) return null;
  try {
    return { layer: decodeURIComponent(layer), overlay: decodeURIComponent(overlay) };
  } catch {
    return null;
  }
}

export const findOverlay = (layers: Layers, { layer, overlay }: OverlayName): Overlay | undefined =>
  layers.find(({ id }) => id === layer)?.overlays.find(({ id }) => id === overlay);

/**
 * Puts an overlay where it is in its layer, or on top where it is not there yet; removes it where it is undefined. The layer
 * is made where it is missing.
 */
export function withOverlay(layers: Layers, name: OverlayName, overlay: Overlay | undefined): Layers {
  if (!layers.some(({ id }) => id === name.layer)) {
    return overlay === undefined
      ? layers
      : [...layers, { id: name.layer, name: 'Overlays', overlays: [overlay] }];
  }
  return layers.map((layer) => {
    if (layer.id !== name.layer) return layer;
    const isThere = layer.overlays.some(({ id }) => id === name.overlay);
    if (!isThere) return overlay === undefined ? layer : { ...layer, overlays: [...layer.overlays, overlay] };
    const overlays = layer.overlays.flatMap((before) =>
      before.id !== name.overlay ? [before] : overlay === undefined ? [] : [overlay],
    );
    return { ...layer, overlays };
  });
}

export const changeLayer = (layers: Layers, id: string, change: Partial<Layer>): Layers =>
  layers.map((layer) => (layer.id === id ? { ...layer, ...change } : layer));

/** Moves an entry of a list towards its end, or with a negative number towards its beginning; stays where it cannot. */
export function moved<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  id: string,
  by: number,
): Entry[] {
  const from = entries.findIndex((entry) => entry.id === id);
  const to = from + by;
  const result = [...entries];
  if (from < 0 || to < 0 || to >= entries.length) return result;
  result.splice(to, 0, ...result.splice(from, 1));
  return result;
}

export const moveOverlay = (layers: Layers, { layer, overlay }: OverlayName, by: number): Layers =>
  layers.map((before) =>
    before.id === layer ? { ...before, overlays: moved(before.overlays, overlay, by) } : before,
  );

/** Whether there is another overlay in its layer to move it past. */
export function canMoveOverlay(layers: Layers, { layer, overlay }: OverlayName, by: 1 | -1): boolean {
  const overlays = layers.find(({ id }) => id === layer)?.overlays ?? [];
  const at = overlays.findIndex(({ id }) => id === overlay);
  return at >= 0 && overlays[at + by] !== undefined;
}

/**
 * Moves an overlay on top of another layer.
 * @param freeId takes the place of its id where the other layer has that already
 * @returns the layers, and what the overlay is called now
 */
export function moveToLayer(
  layers: Layers,
  from: OverlayName,
  layer: string,
  freeId: string,
): { layers: Layers; name: OverlayName } {
  const overlay = findOverlay(layers, from);
  const target = layers.find(({ id }) => id === layer);
  if (overlay === undefined || target === undefined || layer === from.layer) return { layers, name: from };
  const isTaken = target.overlays.some(({ id }) => id === overlay.id);
  const name = { layer, overlay: isTaken ? freeId : overlay.id };
  const without = withOverlay(layers, from, undefined);
  return { layers: withOverlay(without, name, { ...overlay, id: name.overlay }), name };
}

export const layerName = ({ name, id }: Layer): string => name || id;
