import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { boxFromCorners } from '../../kernel/geometry/box.ts';
import { calibrated, uncalibrated } from '../../vision/network/calibration.ts';
import type { Detection } from '../../vision/network/detection.ts';
import { frameEncoder } from '../../vision/network/frame-encoder.ts';
import { decodeGfl, type GflLevel } from '../../vision/network/gfl.ts';
import { type Candidate, nonMaximumSuppression } from '../../vision/network/nms.ts';
import { decodeSsd } from '../../vision/network/ssd.ts';
import { decodeYolox } from '../../vision/network/yolox.ts';
import type { NetworkModel } from '../models/manifest.ts';
import type { FrameDetector, ReportOptions } from './frame-detector.ts';
import { placementOf } from './model-input.ts';
import { networkSize } from './network-size.ts';

/** Detection frame by frame with a convolutional network; frames come resized to their placement. */
export function networkDetector(session: InferenceSession, model: NetworkModel): FrameDetector {
  const name = onlyInput(session);
  let options: ReportOptions = {
    scoreThreshold: 1,
    displayWidth: model.input.width,
    displayHeight: model.input.height,
  };
  let input: NetworkInput | undefined;
  return {
    begin(next) {
      options = next;
    },
    async push({ sequence, data, ...frame }) {
      const { width, height } = networkSize(session, model, frame);
      if (input?.width !== width || input.height !== height) input = networkInput(model, width, height);
      input.encode(data, frame.width, frame.height);
      const outputs = Object.values(await session.run({ [name]: input.tensor }));
      const candidates = candidatesOf(model, input, outputs, options.scoreThreshold);
      return [{ sequence, detections: toDetections(candidates, model, options) }];
    },
    async end() {
      return [];
    },
  };
}

/** An input of one size, which is refilled for each frame. */
interface NetworkInput {
  readonly width: number;
  readonly height: number;
  readonly tensor: Tensor;
  encode(data: Uint8Array, frameWidth: number, frameHeight: number): void;
}

function networkInput({ input }: NetworkModel, width: number, height: number): NetworkInput {
  const encoder = frameEncoder(width, height, input);
  const planes = new Float32Array(3 * width * height);
  return {
    width,
    height,
    tensor: new Tensor('float32', planes, [1, 3, height, width]),
    encode: (data, frameWidth, frameHeight) => encoder.encode(data, frameWidth, frameHeight, planes),
  };
}

function onlyInput(session: InferenceSession): string {
  const [name, ...others] = session.inputNames;
  if (name === undefined || others.length > 0)
    throw new TypeError(`a network with one input is needed, not ${session.inputNames.length}`);
  return name;
}

type Decoder = (
  model: NetworkModel,
  size: Pick<NetworkInput, 'width' | 'height'>,
  outputs: readonly Tensor[],
  scoreThreshold: number,
) => Candidate[];

/** How the outputs of each layout are read. */
const DECODERS: Readonly<Record<NetworkModel['layout'], Decoder>> = {
  yolox({ labels }, { width, height }, [output], scoreThreshold) {
    if (output === undefined) throw new TypeError('the network has no output');
    return decodeYolox(floats(output), width, height, labels.length, scoreThreshold);
  },
  gfl({ labels }, { width, height }, outputs, scoreThreshold) {
    const levels = gflLevels(outputs, labels.length);
    return decodeGfl(levels, width, height, labels.length, scoreThreshold);
  },
  ssd({ labels }, { width, height }, outputs, scoreThreshold) {
    const [boxes, scores] = ssdOutputs(outputs, labels.length);
    return decodeSsd(floats(boxes), floats(scores), width, height, labels.length, scoreThreshold);
  },
};

/** What the network proposes with at least this probability, by the model's calibration where it has one. */
function candidatesOf(
  model: NetworkModel,
  size: Pick<NetworkInput, 'width' | 'height'>,
  outputs: readonly Tensor[],
  scoreThreshold: number,
): Candidate[] {
  const decode = DECODERS[model.layout];
  const { calibration } = model;
  if (calibration === undefined) return decode(model, size, outputs, scoreThreshold);
  return decode(model, size, outputs, uncalibrated(scoreThreshold, calibration))
    .map((candidate) => ({ ...candidate, score: calibrated(candidate.score, calibration) }))
    .filter(({ score }) => score >= scoreThreshold);
}

/** The strides of a PicoDet head, finest first. */
const GFL_STRIDES = [8, 16, 32, 64] as const;

/** Exporters choose the names of outputs, so the tensors are recognised by their shapes: `[1, cells, classes or 4 × bins]`. */
function gflLevels(outputs: readonly Tensor[], classCount: number): GflLevel[] {
  const finestFirst = outputs.toSorted((a, b) => (b.dims[1] ?? 0) - (a.dims[1] ?? 0));
  const scores = finestFirst.filter(({ dims }) => dims[2] === classCount);
  const distances = finestFirst.filter(({ dims }) => dims[2] !== classCount);
  if (scores.length === 0)
    throw new TypeError(`no output has ${classCount} scores a cell, one for each label`);
  return GFL_STRIDES.map((stride, level) => {
    const [score, distance] = [scores[level], distances[level]];
    if (score === undefined || distance === undefined) throw new TypeError(`no output for stride ${stride}`);
    return { scores: floats(score), distances: floats(distance), stride };
  });
}

/** By their shapes: `[1, boxes, 4]` and `[1, boxes, classes]`; of four classes, by their order. */
function ssdOutputs(outputs: readonly Tensor[], classCount: number): readonly [Tensor, Tensor] {
  const boxes = outputs.find(({ dims }) => dims[2] === 4);
  const scores = outputs.find((output) => output !== boxes && output.dims[2] === classCount);
  if (boxes === undefined) throw new TypeError('no output has four numbers a box');
  if (scores === undefined)
    throw new TypeError(`no output has ${classCount} scores a box, one for each label`);
  return [boxes, scores];
}

function floats({ data }: Tensor): Float32Array {
  if (data instanceof Float32Array) return data;
  throw new TypeError('the network must answer in float32');
}

/** From pixels of the network's input to the displayed frame, cut at its border. */
function toDetections(
  candidates: readonly Candidate[],
  model: NetworkModel,
  { displayWidth, displayHeight }: ReportOptions,
): Detection[] {
  const { scaleX, scaleY } = placementOf(model, displayWidth, displayHeight);
  const displayed = candidates.map(({ box, ...rest }) => ({
    ...rest,
    box: boxFromCorners(
      box.x / scaleX,
      box.y / scaleY,
      (box.x + box.width) / scaleX,
      (box.y + box.height) / scaleY,
      displayWidth,
      displayHeight,
    ),
  }));
  return nonMaximumSuppression(displayed, model.nmsIou)
    .filter(({ box }) => box.width > 0 && box.height > 0)
    .map(({ box, score, classIndex }) => ({ box, score, label: model.labels[classIndex] ?? '' }));
}
