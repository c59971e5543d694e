import type { Layers, Overlay } from './layer-edits.ts';
import { anchorOf, withConfig } from './overlay-config.ts';

/** Lays an overlay that lies on one object onto another, at the same place. @returns the same overlay where it lies elsewhere */
export function onOther(overlay: Overlay, from: string, to: string): Overlay {
  const anchor = anchorOf(overlay);
  return anchor?.object === from ? withConfig(overlay, { anchor: { ...anchor, object: to } }) : overlay;
}

/** The same for all overlays. @returns the same layers where none lies on it */
export function onOtherObject(layers: Layers, from: string, to: string): Layers {
  const moved = layers.map((layer) => ({
    ...layer,
    overlays: layer.overlays.map((overlay) => onOther(overlay, from, to)),
  }));
  const isOther = moved.some(({ overlays }, at) =>
    overlays.some((overlay, index) => overlay !== layers[at]?.overlays[index]),
  );
  return isOther ? moved : layers;
}
