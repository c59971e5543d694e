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

interface ObjectDetails {
  readonly id: string;
  readonly label: string;
  readonly userLabel: string | null;
  readonly confidence: number;
}

export interface BoxObject extends ObjectDetails {
  readonly kind: 'box';
  readonly track: readonly BoxKeyframe[];
}

export interface SurfaceObject extends ObjectDetails {
  readonly kind: 'surface';
  readonly track: readonly SurfaceKeyframe[];
}

export type ViewerObject = BoxObject | SurfaceObject;

export interface ViewerOverlay {
  readonly id: string;
  readonly name?: string | undefined;
  readonly position?: Point | undefined;
  readonly plugin?: { readonly type: string; readonly config: Readonly<Record<string, unknown>> } | undefined;
}

export interface ViewerLayer {
  readonly id: string;
  readonly overlays: readonly ViewerOverlay[];
}
