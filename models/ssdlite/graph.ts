import {
  type Attributes,
  type Constant,
  ELEMENT_TYPE,
  type Graph,
  type GraphNode,
} from '../onnx-protobuf.ts';
import { type Convolution, convolutionAt, weightsAt, withChannels } from './convolutions.ts';
import type { TensorFlowModel } from './tfjs-model.ts';

/** Pixels of a side of the input. */
const INPUT_SIDE = 300;
/** The feature maps that boxes are predicted from, finest first. */
const PREDICTORS = 6;
/** Numbers of COCO's categories go to 90; ten were never used, and 0 is the background. */
const CATEGORIES = 91;
const UNUSED_CATEGORIES = [0, 12, 26, 29, 30, 45, 66, 68, 69, 71, 83];
const USED_CATEGORIES = Array.from({ length: CATEGORIES }, (_, id) => id).filter(
  (id) => !UNUSED_CATEGORIES.includes(id),
);
/** Where left, top, width and height are among the four numbers of a box: TensorFlow has the vertical ones first. */
const BOX_ORDER = [1, 0, 3, 2];
/** The network predicts centres in tenths and sizes in fifths (TensorFlow's Faster R-CNN box coder). */
const [CENTRE_SCALE, SIZE_SCALE] = [0.1, 0.2];
/** Largest magnitude of a weight that is kept in a byte. */
const MOST = 127;

/**
 * SSDLite MobileNetV2, from TensorFlow.js's form: the graph between the resized picture and non-maximum suppression.
 *
 * | name | | |
 * |---|---|---|
 * | images | float `[1, 3, 300, 300]` | RGB from −1 to 1 |
 * | boxes | float `[1, 1917, 4]` | left, top, right, bottom as fractions of the input |
 * | scores | float `[1, 1917, 80]` | probability of each of COCO's categories |
 *
 * Kernels are kept as bytes with a factor for each channel; the runtime multiplies them once, when it opens the model, and
 * computes in float32. Those of depthwise convolutions, 2 % of the weights, are kept as they are: they lose most by it.
 */
export function ssdliteGraph(model: TensorFlowModel): Graph {
  const constants = new Map<string, Constant>();
  const nodes: GraphNode[] = [];
  const constant = (value: Constant): string => {
    const name = `constant_${constants.size}`;
    constants.set(name, value);
    return name;
  };
  const op = (
    operator: string,
    inputs: readonly string[],
    attributes: Attributes = {},
    output = `${operator.toLowerCase()}_${nodes.length}`,
  ): string => {
    nodes.push({ operator, inputs, output, attributes });
    return output;
  };
  const integers = (...values: number[]): string =>
    constant({ type: 'int64', shape: [values.length], values: BigInt64Array.from(values, BigInt) });
  const [zero, six] = [constant(0), constant(6)];

  /** A value of the ONNX graph with the side of its feature map. */
  interface Feature {
    readonly name: string;
    readonly side: number;
  }
  const features = new Map<string, Feature>([['Preprocessor/sub', { name: 'images', side: INPUT_SIDE }]]);
  const featureAt = (name: string): Feature => {
    const feature = features.get(name) ?? computed(name);
    features.set(name, feature);
    return feature;
  };

  const fromBytes = (kernel: Float32Array, shape: Convolution['shape']): string => {
    const { bytes, factors } = asBytes(kernel, shape[0]);
    const stored = op('Cast', [constant({ type: 'int8', shape, values: bytes })], { to: ELEMENT_TYPE.float });
    return op('Mul', [stored, constant({ type: 'float', shape: [shape[0], 1, 1, 1], values: factors })]);
  };

  const convolved = (convolution: Convolution): Feature => {
    const { input, stride, groups, shape, kernel, bias } = convolution;
    const { name, side } = featureAt(input);
    const after = Math.ceil(side / stride);
    // TensorFlow's "SAME": where the padding is odd, the right and the lower border get more.
    const padding = Math.max(0, (after - 1) * stride + shape[2] - side);
    const before = Math.floor(padding / 2);
    const weights =
      groups > 1 ? constant({ type: 'float', shape, values: kernel }) : fromBytes(kernel, shape);
    const biases = constant({ type: 'float', shape: [shape[0]], values: bias });
    const pads = [before, before, padding - before, padding - before];
    const output = op('Conv', [name, weights, biases], { strides: [stride, stride], pads, group: groups });
    return { name: output, side: after };
  };

  const computed = (name: string): Feature => {
    const convolution = convolutionAt(model, name);
    if (convolution) return convolved(convolution);
    const node = model.nodes.get(name);
    const [first = '', second = ''] = node?.input ?? [];
    if (node?.op === 'Relu6') {
      const { name: input, side } = featureAt(first);
      return { name: op('Clip', [input, zero, six]), side };
    }
    if (node?.op !== 'Add' && node?.op !== 'AddN') throw new TypeError(`${node?.op} is not known`);
    const vector = model.weights.get(first);
    const { name: right, side } = featureAt(second);
    const left = vector
      ? constant({ type: 'float', shape: [1, vector.values.length, 1, 1], values: vector.values })
      : featureAt(first).name;
    return { name: op('Add', [left, right]), side };
  };

  /** One row for each box of a feature map, with some of the numbers that are predicted for it. */
  const predicted = (predictor: string, numbers: number, wanted: readonly number[]): string => {
    const convolution = convolutionAt(model, `${predictor}/BiasAdd`);
    if (!convolution) throw new TypeError(`${predictor} is no convolution`);
    const boxes = Array.from({ length: convolution.shape[0] / numbers }, (_, box) => box);
    const channels = boxes.flatMap((box) => wanted.map((number) => box * numbers + number));
    const { name } = convolved(withChannels(convolution, channels));
    const last = op('Transpose', [name], { perm: [0, 2, 3, 1] });
    return op('Reshape', [last, integers(1, -1, wanted.length)]);
  };
  const ofAll = (kind: string, numbers: number, wanted: readonly number[]): string =>
    op(
      'Concat',
      Array.from({ length: PREDICTORS }, (_, i) => predicted(`BoxPredictor_${i}/${kind}`, numbers, wanted)),
      { axis: 1 },
    );

  op('Sigmoid', [ofAll('ClassPredictor', CATEGORIES, USED_CATEGORIES)], {}, 'scores');
  const encoded = ofAll('BoxEncodingPredictor', BOX_ORDER.length, BOX_ORDER);
  const { centres, sizes } = anchors(weightsAt(model, 'Postprocessor/ExpandDims').values);
  const part = (from: number, to: number, scale: number): string =>
    op('Mul', [op('Slice', [encoded, integers(from), integers(to), integers(2)]), constant(scale)]);
  const size = constant(sizes);
  const centre = op('Add', [op('Mul', [part(0, 2, CENTRE_SCALE), size]), constant(centres)]);
  const half = op('Mul', [op('Mul', [op('Exp', [part(2, 4, SIZE_SCALE)]), size]), constant(0.5)]);
  op('Concat', [op('Sub', [centre, half]), op('Add', [centre, half])], { axis: 2 }, 'boxes');

  const count = centres.length;
  return {
    name: 'ssdlite-mobilenet-v2',
    inputs: [{ name: 'images', type: 'float', shape: [1, 3, INPUT_SIDE, INPUT_SIDE] }],
    outputs: [
      { name: 'boxes', type: 'float', shape: [1, count, BOX_ORDER.length] },
      { name: 'scores', type: 'float', shape: [1, count, USED_CATEGORIES.length] },
    ],
    constants,
    nodes,
  };
}

/** Centre and size of each anchor, horizontal first; stored are top, left, bottom and right. */
function anchors(stored: Float32Array) {
  const rows = Array.from({ length: stored.length / 4 }, (_, row) => stored.subarray(4 * row, 4 * row + 4));
  const each = (value: (start: number, end: number) => number): number[][] =>
    rows.map(([top = 0, left = 0, bottom = 0, right = 0]) => [value(left, right), value(top, bottom)]);
  return { centres: each((start, end) => (start + end) / 2), sizes: each((start, end) => end - start) };
}

/** The values of each channel as multiples of a factor. */
function asBytes(kernel: Float32Array, channels: number) {
  const length = kernel.length / channels;
  const factors = Float32Array.from({ length: channels }, (_, channel) => {
    const values = kernel.subarray(channel * length, (channel + 1) * length);
    return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / MOST || 1;
  });
  const bytes = Int8Array.from(kernel, (value, i) =>
    Math.round(value / (factors[Math.floor(i / length)] ?? 1)),
  );
  return { bytes, factors };
}
