import type { Point } from '../../../shared/kernel/geometry/polygon.ts';
import type { ViewerLayer, ViewerObject, ViewerOverlay } from '../viewer-document.ts';
import { type OverlayStyle, readLook } from './overlay-style.ts';
import { isMembers, numberIn, place, pointOf } from './read-values.ts';

/** The object that an overlay is fixed to, and where its middle is there, fractions. */
interface Anchor extends Point {
  readonly object: string;
}

/** An overlay of a document: the ids of its layer and its own. */
export interface OverlayName {
  readonly layer: string;
  readonly overlay: string;
}

/** An overlay as it is drawn, in every frame of its span. */
export interface ListedOverlay {
  readonly name: OverlayName;
  readonly style: OverlayStyle;
  /** Null: it is attached to the picture, with its middle at `position`. */
  readonly anchor: Anchor | null;
  readonly position: Point;
  readonly firstFrame: number;
  readonly lastFrame: number;
  readonly opacity: number;
}

const MIDDLE = { x: 0.5, y: 0.5 };

/** Configs are read once: a changed value is a new object. */
const lists = new WeakMap<readonly ViewerLayer[], readonly ListedOverlay[]>();
const listed = new WeakMap<ViewerOverlay, ListedOverlay>();

/** The overlays of the layers that are not hidden, from the lowest to the highest. */
export function listOverlays(layers: readonly ViewerLayer[]): readonly ListedOverlay[] {
  const known = lists.get(layers);
  if (known) return known;
  const list = layers
    .filter(({ visible }) => visible !== false)
    .flatMap((layer) => layer.overlays.map((overlay) => listOverlay(layer.id, overlay)));
  lists.set(layers, list);
  return list;
}

/** The frames in which an overlay is drawn: its span, as far as what it is fixed to is there. Null: in none, or its layer is hidden. */
export function drawnFrames(
  layers: readonly ViewerLayer[],
  { layer, overlay }: OverlayName,
  objects: Readonly<Record<string, ViewerObject>>,
): Pick<ListedOverlay, 'firstFrame' | 'lastFrame'> | null {
  const listed = listOverlays(layers).find(({ name }) => name.layer === layer && name.overlay === overlay);
  if (listed === undefined) return null;
  let { firstFrame, lastFrame } = listed;
  if (listed.anchor !== null) {
    const { object } = listed.anchor;
    const track = (Object.hasOwn(objects, object) ? objects[object]?.track : undefined) ?? [];
    firstFrame = Math.max(firstFrame, track[0]?.frame ?? Infinity);
    lastFrame = Math.min(lastFrame, track.at(-1)?.frame ?? -Infinity);
  }
  return firstFrame <= lastFrame ? { firstFrame, lastFrame } : null;
}

function listOverlay(layer: string, overlay: ViewerOverlay): ListedOverlay {
  const known = listed.get(overlay);
  if (known?.name.layer === layer) return known;
  const { firstFrame, lastFrame, opacity, anchor } = knownConfig(overlay);
  const read = {
    name: { layer, overlay: overlay.id },
    style: readLook(overlay),
    anchor: readAnchor(anchor),
    position: pointOf(overlay.position) ?? MIDDLE,
    firstFrame: numberIn(firstFrame, 0, Infinity) ?? 0,
    lastFrame: numberIn(lastFrame, -Infinity, Infinity) ?? Infinity,
    opacity: numberIn(opacity, 0, 1) ?? 1,
  };
  listed.set(overlay, read);
  return read;
}

/** What configs of other types mean is not known, though their members may be called the same. */
function knownConfig({ plugin }: ViewerOverlay): Readonly<Record<string, unknown>> {
  const isCore = typeof plugin?.type === 'string' && plugin.type.startsWith('core:');
  return isCore && isMembers(plugin.config) ? plugin.config : {};
}

function readAnchor(anchor: unknown): Anchor | null {
  if (!isMembers(anchor) || typeof anchor.object !== 'string') return null;
  return { object: anchor.object, x: place(anchor.x) ?? MIDDLE.x, y: place(anchor.y) ?? MIDDLE.y };
}
