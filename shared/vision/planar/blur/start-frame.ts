import { type Corners, cornersOf, type Homography } from '../../../kernel/geometry/homography.ts';
import { speedOf } from '../alignment/motion-prediction.ts';
import type { Border } from '../borders/border-parts.ts';

/** The frame that the template is from, which may be blurred. */
export interface StartFrame {
  startMap: Homography;
  /** Of the surface's sides. */
  borders: readonly Border[];
  /** How the corners moved on, in pixels; null before that is known and where no other frame's template can be better. */
  startMotion: number[] | null;
  /** Whether the surface was followed in every frame so far, and the slowest motion at which a sharper template was tried. */
  unbroken: boolean;
  slowest: number;
}

/** Frames that reveal how the surface moved in the start frame. */
const START_FRAMES = 2;
const MOST_SPEED = 1e6;
const BLURRED_START_PIXELS = 5;
const SHARP_SHARE = 0.3;
/** A sharper template is tried again at motion that is slower by this factor. */
const SLOWER_SHARE = 0.8;

export const startFrameAt = (map: Homography, borders: readonly Border[]): StartFrame => ({
  startMap: map,
  borders,
  startMotion: null,
  unbroken: true,
  slowest: MOST_SPEED,
});

/** @param corners in the frame that is the `frames`th after the start frame */
export function learnStartMotion(
  start: StartFrame & { readonly aspect: number; readonly frames: number },
  corners: Corners,
): void {
  if (start.frames !== START_FRAMES || !start.unbroken) return;
  const first = cornersOf(start.startMap, Math.sqrt(start.aspect), 1 / Math.sqrt(start.aspect));
  start.startMotion = corners.map((value, i) => (value - (first[i] as number)) / START_FRAMES);
}

/**
 * Whether a frame is so much sharper than the start frame that its template may take the place of that; each is asked about once.
 * @param motion of the corners since the frame before it, in pixels
 */
export function mayBeSharper(start: StartFrame, motion: readonly number[]): boolean {
  if (start.startMotion === null) return false;
  const [blur, now] = [speedOf(start.startMotion), speedOf(motion)];
  if (blur < BLURRED_START_PIXELS || !(now < Math.min(SHARP_SHARE * blur, SLOWER_SHARE * start.slowest)))
    return false;
  start.slowest = now;
  return true;
}
