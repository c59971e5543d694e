import { pictureFile } from '../../../viewer/overlays/picture-file.ts';
import type { Overlay } from './layer-edits.ts';
import {
  anchorOf,
  type Config,
  configOf,
  coreTypeOf,
  FIRST_CONFIGS,
  MIDDLE,
  rounded,
  textOf,
  withConfig,
} from './overlay-config.ts';

/** The largest aspect ratio of what an overlay may be attached to, in any frame. @param object none: the picture */
export type Proportions = (object: string | undefined) => number;

/** How large one is to begin with on an object, which is smaller than the picture. */
const SIZES_ON_OBJECT = {
  'core:text': { size: 0.15 },
  'core:image': { width: 0.8 },
  'core:shape': { width: 0.8, height: 0.8 },
} as const;

/** An image is no higher to begin with, however tall it is. */
const FIRST_IMAGE_HEIGHT = 0.8;

/**
 * Fixes an overlay to the middle of an object, or frees it in the middle of the picture. Sizes are fractions of what it is attached to:
 * one that no one has chosen becomes that to begin with there.
 */
export function withAnchor(overlay: Overlay, object: string | undefined, proportions: Proportions): Overlay {
  const anchor = anchorOf(overlay);
  const attached =
    object === undefined
      ? { ...withConfig(overlay, { anchor: undefined }), position: { ...MIDDLE } }
      : withConfig(overlay, { anchor: { ...anchor, ...MIDDLE, object } });
  return withFirstSizes(overlay, attached, proportions);
}

/** Gives an image its picture; a size that no one has chosen becomes one that fits inside what it is attached to. */
export const withSource = (overlay: Overlay, source: string, proportions: Proportions): Overlay =>
  withFirstSizes(overlay, withConfig(overlay, { source }), proportions);

function withFirstSizes(before: Overlay, now: Overlay, proportions: Proportions): Overlay {
  const config = configOf(before);
  const isUnsized = Object.entries(firstSizes(before, proportions)).every(
    ([name, size]) => config[name] === size,
  );
  return isUnsized ? withConfig(now, firstSizes(now, proportions)) : now;
}

/** The initial sizes of an overlay on what it is attached to. */
function firstSizes(overlay: Overlay, proportions: Proportions): Config {
  const type = coreTypeOf(overlay);
  if (type === undefined) return {};
  const object = anchorOf(overlay)?.object;
  const names = Object.keys(SIZES_ON_OBJECT[type]);
  const first: Config = object === undefined ? FIRST_CONFIGS[type] : SIZES_ON_OBJECT[type];
  if (type !== 'core:image') return Object.fromEntries(names.map((name) => [name, first[name]]));
  const { width } = object === undefined ? FIRST_CONFIGS[type] : SIZES_ON_OBJECT[type];
  return { width: fittingWidth(overlay, width, proportions(object)), height: undefined };
}

function fittingWidth(overlay: Overlay, width: number, proportions: number): number {
  const picture = pictureFile(textOf(configOf(overlay).source));
  if (picture === null) return width;
  return Math.min(width, rounded((FIRST_IMAGE_HEIGHT * picture.width) / picture.height / proportions));
}
