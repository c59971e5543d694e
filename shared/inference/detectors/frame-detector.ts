import type { Detection } from '../../vision/network/detection.ts';

/** The frame in which boxes are reported, and the lowest score that is. */
export interface ReportOptions {
  readonly scoreThreshold: number;
  /** Pixels of the displayed frame. */
  readonly displayWidth: number;
  readonly displayHeight: number;
}

/** A frame of a run: rgb24, row-major, in the input size of the model. */
export interface RunFrame {
  /** Counts the frames of a run from 0. */
  readonly sequence: number;
  /** Seconds. */
  readonly time: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Detections of the frame with this number in the run. */
export interface FrameResult {
  readonly sequence: number;
  readonly detections: readonly Detection[];
}

/** What runs inside a thread. Results may come later than their frame, when later frames are needed for them. */
export interface FrameDetector {
  /** Starts a run and forgets the one before. */
  begin(options: ReportOptions): void;
  /** Takes a frame, whose bytes may change once the promise resolves; returns the results finished by then. */
  push(frame: RunFrame): Promise<FrameResult[]>;
  /** The results still owed. */
  end(): Promise<FrameResult[]>;
}
