import type { Detector, SampledFrame } from '../../shared/inference/detector.ts';
import type { ByteSource } from '../../shared/media/byte-source.ts';
import { decodeFrames } from '../../shared/media/frame-decoder.ts';
import type { FrameIndex } from '../../shared/media/frame-index.ts';
import { frameSignature } from '../../shared/vision/frame-signature.ts';
import type { FrameDetections } from '../../shared/vision/trajectory.ts';

/** Detections below this are of no use to the tracker. */
const SCORE_THRESHOLD = 0.1;

/** What is found out about one sampled frame. */
export interface SegmentFrame extends FrameDetections {
  /** What the frame looks like (`frameSignature`), in base64. */
  readonly signature: string;
}

export interface SampledVideo {
  readonly source: ByteSource;
  /** Pixels of the displayed frame. */
  readonly width: number;
  readonly height: number;
  readonly index: FrameIndex;
}

/**
 * Decodes the given frames and detects what is in them while the next ones are decoded.
 * @param samples frames, ascending
 * @throws as `decodeFrames` and `Detector.detect`
 */
export async function* detectSamples(
  detector: Detector,
  { source, width, height, index }: SampledVideo,
  samples: readonly number[],
): AsyncGenerator<SegmentFrame, void> {
  const stop = new AbortController();
  const signatures: string[] = [];
  const sign = ({ data, width, height }: SampledFrame): string =>
    Buffer.from(frameSignature(data, width, height)).toString('base64');
  const frames = async function* () {
    const size = detector.inputSize(width, height);
    for await (const frame of decodeFrames(source, index, samples, size, { signal: stop.signal })) {
      signatures.push(sign(frame));
      yield frame;
    }
  };
  try {
    const detections = detector.detect(frames(), {
      scoreThreshold: SCORE_THRESHOLD,
      displayWidth: width,
      displayHeight: height,
      signal: stop.signal,
    });
    for await (const found of detections) yield { ...found, signature: signatures.shift() ?? '' };
  } finally {
    stop.abort();
  }
}
