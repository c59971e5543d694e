import type { Layers, Overlay } from './layer-edits.ts';
import { anchorOf, withConfig } from './overlay-config.ts';

/** Attaches an overlay of one object to another, at the same position. @returns the same overlay where it is attached elsewhere */
export function reanchored(overlay: Overlay, from: string, to: string): Overlay {
  const anchor = anchorOf(overlay);
  return anchor?.object === from ? withConfig(overlay, { anchor: { ...anchor, object: to } }) : overlay;
}

/** The same for all overlays. @returns the same layers where none is attached to it */
export function reanchorLayers(layers: Layers, from: string, to: string): Layers {
  const moved = layers.map((layer) => ({
    ...layer,
    overlays: layer.overlays.map((overlay) => reanchored(overlay, from, to)),
  }));
  const isOther = moved.some(({ overlays }, at) =>
    overlays.some((overlay, index) => overlay !== layers[at]?.overlays[index]),
  );
  return isOther ? moved : layers;
}
