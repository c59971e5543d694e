import type { Box } from '../../kernel/geometry/box.ts';

/** What a detector says about one object in one frame. */
export interface Detection {
  /** Pixels of the displayed frame. */
  readonly box: Box;
  /** Probability in [0, 1]. */
  readonly score: number;
  readonly label: string;
  /** Its colour layout (`colourLayouts`), where the picture was at hand and showed enough of it. */
  readonly appearance?: Uint8Array;
}

/** The detections of one sampled frame. */
export interface FrameDetections {
  /** Rank of the frame in presentation order, 0-based. */
  readonly frame: number;
  /** Presentation time in seconds. */
  readonly time: number;
  readonly detections: readonly Detection[];
}
