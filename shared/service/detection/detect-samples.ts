import { sixDecimals } from '../../domain/json/json.ts';
import type { Detector, SampledFrame } from '../../inference/detectors/detector.ts';
import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import { decodeFrames } from '../../media/decode/decode-frames.ts';
import type { FrameIndex } from '../../media/probe/frame-index.ts';
import { frameMotion } from '../../vision/camera/frame-motion.ts';
import { frameSignature } from '../../vision/camera/frame-signature.ts';
import { type LumaPyramid, lumaPyramid } from '../../vision/camera/luma-pyramid.ts';
import type { Similarity } from '../../vision/camera/similarity.ts';
import type { FrameDetections } from '../../vision/network/detection.ts';

/** Detections below this are of no use to the tracker. */
const SCORE_THRESHOLD = 0.1;

/** Detections this sure are objects: the camera's motion is looked for beside them. */
const SURE_SCORE = 0.5;

/** What is found out about one sampled frame. */
export interface SegmentFrame extends FrameDetections {
  /** What the frame looks like (`frameSignature`), in base64. */
  readonly signature: string;
  /** The camera's motion, to six decimals. */
  readonly motion: Similarity | null;
}

export interface SampledVideo {
  readonly source: ByteSource;
  /** Pixels of the displayed frame. */
  readonly width: number;
  readonly height: number;
  readonly index: FrameIndex;
}

/** What is kept of a frame until its detections are known. */
interface Look {
  readonly signature: string;
  readonly pyramid: LumaPyramid;
  /** Of the sample before, where that could be decoded. */
  readonly before: LumaPyramid | undefined;
}

/**
 * Decodes the given frames and detects what is in them while the next ones are decoded. A frame that cannot be decoded is
 * left out, and the camera's motion up to the next one is unknown.
 * @param samples frames, ascending
 * @param previous the sample before the first, when there is one: it only serves to find the camera's motion,
 *   so that the result for a frame does not depend on where the samples are cut into segments
 * @throws as `decodeFrames` and `Detector.detect`
 */
export async function* detectSamples(
  detector: Detector,
  { source, width, height, index }: SampledVideo,
  samples: readonly number[],
  previous?: number,
): AsyncGenerator<SegmentFrame, void> {
  const stop = new AbortController();
  const looks: Look[] = [];
  const frames = async function* () {
    const size = detector.inputSize(width, height);
    const wanted = previous === undefined ? samples : [previous, ...samples];
    let last: { position: number; pyramid: LumaPyramid } | undefined;
    for await (const frame of decodeFrames(source, index, wanted, size, { signal: stop.signal })) {
      const position = wanted.indexOf(frame.frame, last?.position);
      const pyramid = lumaPyramid(frame.data, frame.width, frame.height);
      const before = last?.position === position - 1 ? last.pyramid : undefined;
      last = { position, pyramid };
      if (frame.frame === previous) continue;
      looks.push({ signature: signatureOf(frame), pyramid, before });
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
    for await (const found of detections) {
      const look = looks.shift();
      if (!look) throw new Error(`Frame ${found.frame} was not asked for`);
      const objects = found.detections.filter(({ score }) => score >= SURE_SCORE).map(({ box }) => box);
      const motion = look.before ? frameMotion(look.before, look.pyramid, objects, { width, height }) : null;
      yield { ...found, signature: look.signature, motion: motion && rounded(motion) };
    }
  } finally {
    stop.abort();
  }
}

const signatureOf = ({ data, width, height }: SampledFrame): string =>
  Buffer.from(frameSignature(data, width, height)).toString('base64');

const rounded = ({ scale, x, y }: Similarity): Similarity => ({
  scale: sixDecimals(scale),
  x: sixDecimals(x),
  y: sixDecimals(y),
});
