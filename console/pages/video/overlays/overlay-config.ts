import type { CORE_CONFIGS } from '../../../../shared/contract/schemas/core-overlays.ts';
import type { Overlay } from './layer-edits.ts';

/** The types that are made here. */
export type CoreType = keyof typeof CORE_CONFIGS;

export type Config = Readonly<Record<string, unknown>>;

/** What one is to begin with, on the picture. */
export const FIRST_CONFIGS = {
  'core:text': { text: 'Text', size: 0.08, color: '#ffffff', background: '#101418b3' },
  'core:shape': { shape: 'rectangle', width: 0.3, height: 0.3, stroke: '#ffcc00', strokeWidth: 0.008 },
  'core:image': { source: '', width: 0.3 },
} as const satisfies Readonly<Record<CoreType, Config>>;

/** In the order in which they are offered. */
export const CORE_TYPES = Object.keys(FIRST_CONFIGS) as CoreType[];

export const coreTypeOf = ({ plugin }: Overlay): CoreType | undefined =>
  CORE_TYPES.find((type) => type === plugin?.type);

/** An overlay to begin with, in the middle of the picture. */
export const newOverlay = (type: CoreType, id: string): Overlay => ({
  id,
  position: { x: 0.5, y: 0.5 },
  plugin: { type, config: { ...FIRST_CONFIGS[type] } },
});

/** Changes members of an overlay's config; undefined removes one. The others are kept. */
export function withConfig(overlay: Overlay, change: Config): Overlay {
  const { type, config } = overlay.plugin ?? { type: 'core:text', config: {} };
  const members = Object.entries({ ...config, ...change }).filter(([, value]) => value !== undefined);
  return { ...overlay, plugin: { ...overlay.plugin, type, config: Object.fromEntries(members) } };
}

export const configOf = ({ plugin }: Overlay): Config => plugin?.config ?? {};

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Undefined where it is no number. */
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** The `anchor` of an overlay: the object, and where the middle is on it. That of another type's config may mean anything. */
export function anchorOf(overlay: Overlay): (Config & { readonly object: string }) | undefined {
  const { anchor } = coreTypeOf(overlay) ? configOf(overlay) : {};
  if (typeof anchor !== 'object' || anchor === null || !('object' in anchor)) return undefined;
  return typeof anchor.object === 'string' ? { ...anchor, object: anchor.object } : undefined;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

export const MIDDLE: Place = { x: 0.5, y: 0.5 };

/** Where the middle of an overlay is on what it is attached to, fractions. */
export function placeOf(overlay: Overlay): Place {
  const { x, y }: Config = anchorOf(overlay) ?? overlay.position ?? {};
  return { x: numberOf(x) ?? MIDDLE.x, y: numberOf(y) ?? MIDDLE.y };
}

export function withPlace(overlay: Overlay, { x, y }: Place): Overlay {
  const anchor = anchorOf(overlay);
  const place = { x: rounded(x), y: rounded(y) };
  return anchor === undefined
    ? { ...overlay, position: { ...overlay.position, ...place } }
    : withConfig(overlay, { anchor: { ...anchor, ...place } });
}

/** What has to be done before an overlay can be seen; null: nothing. */
export const lackOf = (overlay: Overlay): string | null =>
  coreTypeOf(overlay) === 'core:image' && textOf(configOf(overlay).source) === ''
    ? 'Choose a picture first.'
    : null;

/** Whether it is known how large an overlay is. */
export const isResizable = (overlay: Overlay): boolean => coreTypeOf(overlay) !== undefined;

/** Whether its width follows from its height or the other way round: letters, and pictures as they are. */
export function keepsProportions(overlay: Overlay): boolean {
  const type = coreTypeOf(overlay);
  return type === 'core:text' || (type === 'core:image' && numberOf(configOf(overlay).height) === undefined);
}

/** How wide and high an overlay is, fractions of what it is attached to. */
interface Extent {
  readonly width: number;
  readonly height: number;
}

/**
 * Makes an overlay so many times as wide and as high, about a point that stays where it is: by default its middle. One that
 * keeps its proportions takes its factor from the width or the height alone: both must be the same.
 * @param box its size now
 * @param still on what it is attached to
 */
export function resized(overlay: Overlay, box: Extent, by: Place, still: Place = placeOf(overlay)): Overlay {
  const { x, y } = placeOf(overlay);
  const moved = { x: still.x + (x - still.x) * by.x, y: still.y + (y - still.y) * by.y };
  return withExtent(still.x === x && still.y === y ? overlay : withPlace(overlay, moved), box, by);
}

function withExtent(overlay: Overlay, box: Extent, by: Place): Overlay {
  const { size, height } = configOf(overlay);
  const type = coreTypeOf(overlay);
  if (type === 'core:text') return withConfig(overlay, { size: length((numberOf(size) ?? 0.06) * by.y) });
  const width = length(box.width * by.x);
  if (type === 'core:image' && numberOf(height) === undefined) return withConfig(overlay, { width });
  return withConfig(overlay, { width, height: length(box.height * by.y) });
}

/** A length that can be seen, and drawn. */
const length = (share: number): number => rounded(Math.min(Math.max(share, 0.002), 10));

/** To a hundredth of a pixel of the largest videos. */
export const rounded = (fraction: number): number => Math.round(fraction * 1e6) / 1e6;
