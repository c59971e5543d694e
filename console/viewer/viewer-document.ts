import type { Point } from '../../shared/kernel/geometry/polygon.ts';
import type { TrackKeyframe } from '../../shared/kernel/geometry/shape-at.ts';

/*
 * The parts of a metadata document that the viewer draws. Coordinates are fractions of the displayed frame, from its top
 * left corner; frames are ranks in presentation order, 0-based.
 */

export interface BoxKeyframe extends TrackKeyframe {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface SurfaceKeyframe extends TrackKeyframe {
  /** Four, in the order in which they were marked. */
  readonly corners: readonly Point[];
  /** Probability that no corner is off by more than 5 pixels. */
  readonly confidence?: number | undefined;
}

export interface ViewerObject {
  readonly id: string;
  readonly kind: 'box' | 'surface';
  readonly label: string;
  /** Shown in place of `label`. */
  readonly userLabel: string | null;
  /** Keyframes of the object's kind, in frame order. */
  readonly track: readonly (BoxKeyframe | SurfaceKeyframe)[];
}

/** Its `config` is whatever was stored. */
interface ViewerPlugin {
  readonly type: string;
  readonly config: Readonly<Record<string, unknown>>;
}

export interface ViewerOverlay {
  /** Unique in its layer. */
  readonly id: string;
  readonly position?: Point | undefined;
  readonly plugin?: ViewerPlugin | undefined;
}

export interface ViewerLayer {
  readonly id: string;
  /** `false`: nothing of it is drawn. */
  readonly visible?: unknown;
  /** From the lowest to the highest. */
  readonly overlays: readonly ViewerOverlay[];
}
