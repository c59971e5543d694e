import type { Likeness } from '../../vision/network/zero-shot.ts';
import type { Crop } from '../../vision/tracking/best-crops.ts';

/** What the objects of a job are compared with, and where. */
export interface NamingPlan {
  /** Each once. */
  readonly labels: readonly string[];
  /** See `ClipManifest`. */
  readonly logitScale: number;
  /** Unit vectors: of each label, then of each neutral text. */
  readonly texts: readonly (readonly number[])[];
  /** By segment, those of its frames. */
  readonly views: readonly (readonly ObjectView[])[];
}

/** A look that is to be taken at an object. */
export interface ObjectView extends Crop {
  /** Position in the list of the tracked objects. */
  readonly object: number;
}

/** What a look at an object has said. */
export interface ObjectLikeness extends Likeness {
  readonly object: number;
}
