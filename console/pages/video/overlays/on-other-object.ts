import type { Layers, Overlay } from './layer-edits.ts';
import { anchorOf, withConfig } from './overlay-config.ts';

/** Lays the overlays that lie on one object onto another, at the same place. @returns the same layers where none does */
export function onOtherObject(layers: Layers, from: string, to: string): Layers {
  const isOnIt = (overlay: Overlay) => anchorOf(overlay)?.object === from;
  if (!layers.some(({ overlays }) => overlays.some(isOnIt))) return layers;
  return layers.map((layer) => ({
    ...layer,
    overlays: layer.overlays.map((overlay) =>
      isOnIt(overlay) ? withConfig(overlay, { anchor: { ...anchorOf(overlay), object: to } }) : overlay,
    ),
  }));
}
