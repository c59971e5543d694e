import type { Homography } from '../../kernel/geometry/homography.ts';
import type { Motion } from './alignment/motion-prediction.ts';
import type { Shutter } from './blur/blurred-pose.ts';
import type { StartFrame } from './blur/start-frame.ts';
import type { Proof } from './confidence/proof.ts';
import type { Trouble } from './confidence/trouble.ts';
import type { View } from './finding/view.ts';
import { FramePyramid } from './frame/frame-pyramid.ts';
import type { Hold } from './hold.ts';
import type { Ingredient } from './ingredients.ts';
import type { Detail } from './template/detail.ts';
import { type SurfaceLevel, surfaceLevels } from './template/surface-level.ts';

/** How a surface is followed, in numbers. */
export interface TrackingState extends Motion, Shutter, Trouble, Proof, StartFrame, Hold {
  /** Of the frames, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Of the surface: width / height, and the side of a square of the same area in the frame in which it was marked, in pixels. */
  readonly aspect: number;
  readonly side: number;
  /** What its cells must differ by to count half, in grey levels (`Template`). */
  readonly noise: number;
  readonly without: readonly Ingredient[];
  /** The last pose that was found. */
  map: Homography;
  /** In which the surface was found. */
  frames: number;
}

/** The known data of a surface: all that the next frames depend on. */
export interface KnownSurface {
  readonly state: TrackingState;
  /** Replaced, with the detail, where a sharper frame takes the start frame's place. */
  levels: readonly SurfaceLevel[];
  detail: Detail | null;
  readonly views: View[];
}

/** A surface that is followed from frame to frame. */
export interface TrackedSurface extends KnownSurface {
  /** Room for the frame that is looked at. */
  readonly pyramid: FramePyramid;
  /** Room for the levels as they look in motion. */
  readonly blurredLevels: readonly SurfaceLevel[];
}

export const trackedSurface = (known: KnownSurface): TrackedSurface => ({
  ...known,
  pyramid: new FramePyramid(known.state.width, known.state.height),
  blurredLevels: surfaceLevels(known.state.aspect, known.state.side, known.state.noise),
});
