import type { Box } from '../../kernel/geometry/box.ts';

/** Where an object is in one sampled frame. */
export interface TrackPoint {
  /** Rank of the frame in presentation order, 0-based. */
  readonly frame: number;
  /** Presentation time in seconds. */
  readonly time: number;
  /** Same coordinates as the detections. */
  readonly box: Box;
  /** Score of the detection in [0, 1]; null where the object was not detected and the box is interpolated. */
  readonly score: number | null;
}

/** One object through time: a point for every sampled frame from its first to its last detection. */
export interface Track {
  readonly label: string;
  /** Probability in [0, 1] that the track is an object of this label. */
  readonly confidence: number;
  readonly points: readonly TrackPoint[];
}
