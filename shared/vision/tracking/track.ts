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

/** Where a hidden stretch begins: its first sampled frame. It lasts until the next point of the track. */
interface HiddenFrom {
  /** Rank of the frame in presentation order, 0-based. */
  readonly frame: number;
  /** Presentation time in seconds. */
  readonly time: number;
}

/** One object through time. */
export interface Track {
  readonly label: string;
  /** Probability in [0, 1] that the track is an object of this label. */
  readonly confidence: number;
  /**
   * A point for every sampled frame from the first to the last detection, in the order of time. Frames in which the
   * object is hidden have none (`hidden-stretches.ts`).
   */
  readonly points: readonly TrackPoint[];
  /** In the order of time, each between two points. */
  readonly hidden: readonly HiddenFrom[];
}
