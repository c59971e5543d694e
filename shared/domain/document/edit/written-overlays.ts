import { jsonEqual } from '../../json/json.ts';
import type { Path } from '../../json/path.ts';
import type { Layer, Overlay } from '../document.ts';

/** An overlay that a write adds or changes. */
interface WrittenOverlay {
  /** `layers`, the layer's id, `overlays`, the overlay's id. */
  path: Path;
  overlay: Overlay;
}

/**
 * The overlays that a write adds to a layer or changes. An overlay is known by its id within its layer: in another
 * layer it is a new one, at another place of its list the same.
 */
export function writtenOverlays(before: readonly Layer[], after: readonly Layer[]): WrittenOverlay[] {
  const layersBefore = new Map(before.map((layer) => [layer.id, layer]));
  return after.flatMap((layer) => {
    const layerBefore = layersBefore.get(layer.id);
    if (layer === layerBefore) return [];
    const known = new Map(layerBefore?.overlays.map((overlay) => [overlay.id, overlay]));
    return layer.overlays
      .filter((overlay) => !jsonEqual(known.get(overlay.id), overlay))
      .map((overlay) => ({ path: ['layers', layer.id, 'overlays', overlay.id], overlay }));
  });
}
