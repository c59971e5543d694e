import type { InferenceSession } from 'onnxruntime-node';
import type { NetworkModel } from '../models/manifest.ts';

/** Pixels of a cell of the coarsest grid of a YOLOX head: inputs are multiples of it. */
export const COARSEST_STRIDE = 32;

/** Padding that is kept beside the frame: boxes near a border without any would be others. */
const MARGIN = 32;

/** An input is left as it is where less than this share of it would be saved: every border moves a few boxes. */
const WORTHWHILE_SHARE = 1 / 4;

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The size of the input in which a network computes a frame: that of its model, or, where it takes any, with less padding.
 * Of a square input frames of 16:9 need 69 %.
 */
export function networkSize(session: InferenceSession, { input }: NetworkModel, frame: Size): Size {
  const { width, height } = input;
  const [metadata] = session.inputMetadata;
  const isFree =
    metadata?.isTensor === true && metadata.shape.slice(2).every((side) => typeof side === 'string');
  const padded = (side: number, most: number): number =>
    Math.min(most, COARSEST_STRIDE * Math.ceil((side + MARGIN) / COARSEST_STRIDE));
  const least = { width: padded(frame.width, width), height: padded(frame.height, height) };
  const saved = 1 - (least.width * least.height) / (width * height);
  return isFree && input.resize === 'letterbox' && saved >= WORTHWHILE_SHARE ? least : { width, height };
}
