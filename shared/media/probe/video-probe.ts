import type { Container } from '../../contract/video-formats.ts';
import { MAX_PATIENCE_MS } from '../reading/reading-deadline.ts';
import type { FrameIndex } from './frame-index.ts';

/** The limits of a file that the service accepts. */
export interface ProbeLimits {
  /** Largest coded or displayed width and height, pixels. */
  readonly maxSide: number;
  /** Largest coded or displayed area, pixels. */
  readonly maxPixels: number;
  readonly maxFrames: number;
  /** Seconds. */
  readonly maxDuration: number;
  /** Wall-clock milliseconds the probe may take; a small file gets less ({@link ReadingDeadline}). */
  readonly timeoutMs: number;
}

export const DEFAULT_PROBE_LIMITS: ProbeLimits = {
  maxSide: 8192,
  maxPixels: 40e6,
  maxFrames: 2_000_000,
  maxDuration: 6 * 3600,
  timeoutMs: MAX_PATIENCE_MS,
};

/** The properties of a video that need no decoding. */
export interface VideoProbe {
  readonly container: Container;
  /** RFC 6381 codec string, such as `avc1.64001f`. */
  readonly codec: string;
  /** Displayed size in square pixels: after pixel aspect ratio, then rotation. */
  readonly width: number;
  readonly height: number;
  /** Size of the coded picture. */
  readonly codedWidth: number;
  readonly codedHeight: number;
  /** Degrees clockwise by which the coded picture is turned for display. */
  readonly rotation: 0 | 90 | 180 | 270;
  /** Whether the picture is then mirrored left to right. */
  readonly flip: boolean;
  /** Seconds: the length of the edit, else from the first frame, whenever that is shown, to when the last one ends. */
  readonly duration: number;
  /** Frames a second, from the frames' times (frame-rate.ts). */
  readonly fps: number;
  /** Seconds from one frame to the next as the container announces them; null where it does not. */
  readonly frameDuration: number | null;
  readonly frames: FrameIndex;
  /** Frames that are shown before the first key frame: whether they can be decoded is not known. */
  readonly beforeKey: number;
  /**
   * Ascending frames that can never be decoded, as the tables tell: without data of their own in the file, or in a codec
   * that is not supported.
   */
  readonly undecodable: readonly number[];
}
