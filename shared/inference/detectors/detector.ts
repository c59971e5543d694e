import type { FrameDetections } from '../../vision/network/detection.ts';
import type { Model } from '../models/manifest.ts';

/** A decoded frame, scaled to what `Detector.inputSize` asked for. */
export interface SampledFrame {
  /** Rank of the frame in presentation order, 0-based. */
  readonly frame: number;
  /** Presentation time in seconds. */
  readonly time: number;
  readonly width: number;
  readonly height: number;
  /** rgb24, row-major, no row padding; read before the next frame is asked for. */
  readonly data: Uint8Array;
}

export interface DetectOptions {
  /** Lowest score reported, in [0, 1]. */
  readonly scoreThreshold: number;
  /** Size of the displayed frame (after rotation and pixel aspect ratio), the frame of the boxes. */
  readonly displayWidth: number;
  readonly displayHeight: number;
  /** Aborting rejects the running detection with the reason of the signal. */
  readonly signal?: AbortSignal;
}

export interface FrameSize {
  readonly width: number;
  readonly height: number;
  readonly format: 'rgb24';
}

export interface Detector {
  readonly model: Model;
  /** The size and pixel format in which `detect` wants frames of a video of the given displayed size. */
  inputSize(displayWidth: number, displayHeight: number): FrameSize;
  /**
   * Detections of every frame, best first, in the order of the frames. The result depends only on the frames and options,
   * not on the number of threads. One detection at a time.
   * @throws InferenceError FRAME_UNFIT, WORKER_FAILED, DETECTOR_BUSY, DETECTOR_CLOSED; the signal's reason;
   * whatever `frames` throws
   */
  detect(frames: AsyncIterable<SampledFrame>, options: DetectOptions): AsyncGenerator<FrameDetections, void>;
  /** Ends the threads; a running detection rejects with DETECTOR_CLOSED. */
  close(): Promise<void>;
}
