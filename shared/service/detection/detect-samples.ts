import { sixDecimals } from '../../domain/json/json.ts';
import type { Detector, SampledFrame } from '../../inference/detectors/detector.ts';
import type { ByteSource } from '../../kernel/bytes/byte-source.ts';
import type { Box, Size } from '../../kernel/geometry/box.ts';
import { decodeFrames } from '../../media/decode/decode-frames.ts';
import type { FrameIndex } from '../../media/probe/frame-index.ts';
import { frameMotion } from '../../vision/camera/frame-motion.ts';
import { frameSignature } from '../../vision/camera/frame-signature.ts';
import { type LumaPyramid, lumaPyramid } from '../../vision/camera/luma-pyramid.ts';
import { IDENTITY, type Similarity } from '../../vision/camera/similarity.ts';
import { StillScene, visibleChange } from '../../vision/camera/still-scene.ts';
import type { Detection, FrameDetections } from '../../vision/network/detection.ts';
import { carriedOver } from '../../vision/tracking/carried-over.ts';
import { packedAppearances } from './detection-appearances.ts';

/** Detections below this are of no use to the tracker. */
const SCORE_THRESHOLD = 0.1;

/** Detections this sure are objects: the camera's motion is looked for beside them. */
const SURE_SCORE = 0.5;

/** Results for one sampled frame. */
export interface SegmentFrame extends FrameDetections {
  /** What the frame looks like (`frameSignature`), in base64. */
  readonly signature: string;
  /** The camera's motion, to six decimals. */
  readonly motion: Similarity | null;
  /** What the sure detections look like (`packedAppearances`); absent where that is not known or nothing has changed. */
  readonly appearances?: string;
  /** Nothing has happened since the last inference frame: `carriedOver` and a resting camera stand for this sample. */
  readonly unchanged?: true;
}

export interface SampledVideo {
  readonly source: ByteSource;
  /** Pixels of the displayed frame. */
  readonly width: number;
  readonly height: number;
  readonly index: FrameIndex;
}

interface DetectSamplesOptions {
  /**
   * The sample before the first, when there is one: it only serves to find the camera's motion, so that what is said of a
   * frame does not depend on where the samples are cut into segments.
   */
  readonly previous?: number | undefined;
  /** Runs the detector on every sample, changed or not; default false. */
  readonly everySample?: boolean;
}

/** Data kept of a frame until it is processed. */
interface InferenceFrame extends Pick<SampledFrame, 'frame' | 'time'> {
  readonly signature: string;
  /** Absent where nothing has changed: then the detector does not see the frame. */
  readonly pictures?: {
    readonly picture: SampledFrame;
    readonly pyramid: LumaPyramid;
    /** Of the sample before, or the one it equals, where that could be decoded. */
    readonly before: LumaPyramid | undefined;
  };
}

/**
 * Decodes the given frames and detects objects in them while the next ones are decoded. A frame that cannot be decoded is
 * left out, and the camera's motion up to the next one is unknown. Frames in which nothing has changed since the last that
 * the detector saw are not shown to it, unless it needs all of them; the first and the last one always are. So each
 * detection that stands for unchanged frames is confirmed by a later inference frame or not, and the next segment, whose
 * `previous` is the last frame, finds the camera's motion since an inference frame.
 * @param samples frames, ascending
 * @throws as `decodeFrames` and `Detector.detect`
 */
export async function* detectSamples(
  detector: Detector,
  { source, width, height, index }: SampledVideo,
  samples: readonly number[],
  { previous, everySample = false }: DetectSamplesOptions = {},
): AsyncGenerator<SegmentFrame, void> {
  const stop = new AbortController();
  const inferenceFrames: InferenceFrame[] = [];
  // A model that learns the background from all frames has to see them.
  const mayRest = !everySample && detector.model.layout !== 'moving-object';
  const frames = async function* () {
    const size = detector.inputSize(width, height);
    const wanted = previous === undefined ? samples : [previous, ...samples];
    const scene = new StillScene();
    let last: { position: number; pyramid: LumaPyramid } | undefined;
    for await (const picture of decodeFrames(source, index, wanted, size, { signal: stop.signal })) {
      const { frame, time } = picture;
      const position = wanted.indexOf(frame, last?.position);
      const pyramid = lumaPyramid(picture.data, picture.width, picture.height);
      const follows = last?.position === position - 1;
      const before = follows ? last?.pyramid : undefined;
      last = { position, pyramid };
      if (frame === previous) continue;
      const signature = signatureOf(picture);
      const isLast = position === wanted.length - 1;
      if (mayRest && follows && !isLast && scene.isUnchanged({ time, pyramid })) {
        // What follows is compared with the reference, which this frame equals: small motions add up.
        last.pyramid = scene.reference?.pyramid ?? pyramid;
        inferenceFrames.push({ frame, time, signature });
        continue;
      }
      scene.look({ time, pyramid });
      inferenceFrames.push({ frame, time, signature, pictures: { picture, pyramid, before } });
      yield picture;
    }
  };
  /** The detections of the last inference frame. */
  let standing: readonly Detection[] = [];
  /** The unchanged frames that are next, up to the next inference frame, which found `after`. */
  function* unchangedFrames(after: readonly Detection[]): Generator<SegmentFrame> {
    const unchanged = inferenceFrames.splice(
      0,
      inferenceFrames.findIndex(({ pictures }) => pictures !== undefined),
    );
    if (unchanged.length === 0) return;
    const { before, pyramid } = inferenceFrames[0]?.pictures ?? {};
    const change = before && pyramid && visibleChange(before, pyramid);
    const detections = carriedOver(
      standing,
      after,
      (box) => !change || change.isWithin(relativeTo({ width, height }, box)),
    );
    for (const inferenceFrame of unchanged) yield unchangedFrame(inferenceFrame, detections);
  }
  try {
    const detections = detector.detect(frames(), {
      scoreThreshold: SCORE_THRESHOLD,
      displayWidth: width,
      displayHeight: height,
      signal: stop.signal,
    });
    for await (const found of detections) {
      yield* unchangedFrames(found.detections);
      const inferenceFrame = inferenceFrames.shift();
      if (!inferenceFrame?.pictures) throw new Error(`Frame ${found.frame} was not asked for`);
      const { picture, pyramid, before } = inferenceFrame.pictures;
      const objects = found.detections.filter(({ score }) => score >= SURE_SCORE).map(({ box }) => box);
      const motion = before ? frameMotion(before, pyramid, objects, { width, height }) : null;
      standing = found.detections;
      const appearances = packedAppearances(picture, found.detections, { width, height }, SURE_SCORE);
      yield {
        ...found,
        signature: inferenceFrame.signature,
        motion: motion && rounded(motion),
        ...(appearances !== undefined && { appearances }),
      };
    }
    // No inference frame follows where the last frames cannot be decoded.
    for (const inferenceFrame of inferenceFrames) yield unchangedFrame(inferenceFrame, standing);
  } finally {
    stop.abort();
  }
}

const unchangedFrame = (
  { frame, time, signature }: InferenceFrame,
  detections: readonly Detection[],
): SegmentFrame => ({ frame, time, detections, signature, motion: IDENTITY, unchanged: true });

const signatureOf = ({ data, width, height }: SampledFrame): string =>
  Buffer.from(frameSignature(data, width, height)).toString('base64');

/** A box as fractions of a frame. */
const relativeTo = (frame: Size, { x, y, width, height }: Box): Box => ({
  x: x / frame.width,
  y: y / frame.height,
  width: width / frame.width,
  height: height / frame.height,
});

const rounded = ({ scale, x, y }: Similarity): Similarity => ({
  scale: sixDecimals(scale),
  x: sixDecimals(x),
  y: sixDecimals(y),
});
