import { jsonEqual } from '../../json/json.ts';
import type { Path } from '../../json/path.ts';
import type { Layer, Overlay } from '../document.ts';

/** An overlay that an edit adds or changes. */
interface WrittenOverlay {
  /** `layers`, the layer's id, `overlays`, the overlay's id. */
  path: Path;
  overlay: Overlay;
}

/**
 * The overlays that an edit adds or changes. An overlay is identified by its id within its layer: moved to another layer it
 * counts as new, moved within its layer it does not.
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
