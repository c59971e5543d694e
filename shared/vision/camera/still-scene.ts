import type { Box } from '../../kernel/geometry/box.ts';
import type { LumaPyramid, Plane } from './luma-pyramid.ts';
import { sceneChange } from './scene-change.ts';

/**
 * Levels by which a patch changes where something has happened. Objects that fade in before a smooth background can be
 * detected earlier (`research/camera/fade.ts`, research/tracking.md): the limit of {@link LOOK_AGAIN_SECONDS} finds those.
 */
const VISIBLE_LEVELS = 14;
/** In pictures that are darker than this in the mean, contrasts shrink with the light, and so does what can be seen. */
const FULL_LIGHT_LEVEL = 64;
/** What noise brings about in hardly any patch of a picture, in standard deviations. */
const NOISE_DEVIATIONS = 6;
/** However strong the noise is, greater changes are not taken for it. */
const MOST_NOISE_LEVELS = 18;
/**
 * After this time a frame is looked at anyway: so what no threshold notices, such as a score that rises while the picture
 * hardly changes, is seen before it is old enough to be an object of its own.
 */
const LOOK_AGAIN_SECONDS = 1;

/** A frame as stillness is judged by it. */
interface StillFrame {
  /** Seconds. */
  readonly time: number;
  readonly pyramid: LumaPyramid;
}

/**
 * Tells whether anything has happened since the frame that was looked at last. Frames are compared with that frame and not with
 * the one before, so that slow changes add up. What it says depends on the frames it is asked about alone.
 */
export class StillScene {
  #reference: StillFrame | undefined;

  /** The frame that stands for the scene as it is. */
  get reference(): StillFrame | undefined {
    return this.#reference;
  }

  /** Takes a frame that is looked at as the one to compare with. */
  look(frame: StillFrame): void {
    this.#reference = frame;
  }

  /** Whether what a detector found in the reference holds for this later frame, too. */
  isUnchanged({ time, pyramid }: StillFrame): boolean {
    const reference = this.#reference;
    if (reference === undefined || time - reference.time > LOOK_AGAIN_SECONDS) return false;
    return !visibleChange(reference.pyramid, pyramid).isAnywhere;
  }
}

/** Where something has happened between two frames. */
interface VisibleChange {
  readonly isAnywhere: boolean;
  /** @param box fractions of the frame */
  readonly isWithin: (box: Box) => boolean;
}

/** What happened between two frames of a camera at rest, as far as it stands out from the noise. */
export function visibleChange(earlier: LumaPyramid, later: LumaPyramid): VisibleChange {
  const change = sceneChange(earlier.fine, later.fine);
  const { greatest, within } = change;
  const visible = VISIBLE_LEVELS * Math.min(1, meanLevel(earlier.coarse) / FULL_LIGHT_LEVEL);
  // Where nothing would be visible without noise, that need not be measured.
  const limit =
    greatest <= visible
      ? visible
      : Math.min(MOST_NOISE_LEVELS, Math.max(visible, NOISE_DEVIATIONS * change.noise));
  return {
    isAnywhere: greatest > limit,
    isWithin: ({ x, y, width, height }) =>
      within({
        x: x * later.width,
        y: y * later.height,
        width: width * later.width,
        height: height * later.height,
      }) > limit,
  };
}

function meanLevel({ data }: Plane): number {
  return data.reduce((sum, level) => sum + level, 0) / data.length;
}
