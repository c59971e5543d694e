import type { FloatTensor, TensorFlowModel, TensorFlowNode } from './tfjs-model.ts';

/** A convolution with what follows it channel by channel folded in. */
export interface Convolution {
  /** Node that it is computed from. */
  readonly input: string;
  readonly stride: number;
  readonly groups: number;
  /** `[channels, channels of the input / groups, side, side]`. */
  readonly shape: readonly [number, number, number, number];
  readonly kernel: Float32Array;
  readonly bias: Float32Array;
}

/** The convolution that a node is the outcome of; null where it is none. */
export function convolutionAt(model: TensorFlowModel, name: string): Convolution | null {
  const node = model.nodes.get(name);
  if (node === undefined) throw new TypeError(`the model has no node ${name}`);
  const [first = '', second = ''] = node.input;
  switch (node.op) {
    case 'Conv2D':
    case 'DepthwiseConv2dNative':
      return plainConvolution(node, weightsAt(model, second));
    case 'Mul':
    case 'Add':
    case 'BiasAdd': {
      const vector = model.weights.get(second);
      const convolution = vector ? convolutionAt(model, first) : null;
      if (!vector || !convolution) return null;
      return node.op === 'Mul'
        ? followedBy(convolution, (channel) => [vector.values[channel] ?? 0, 0])
        : followedBy(convolution, (channel) => [1, vector.values[channel] ?? 0]);
    }
    case 'FusedBatchNorm': {
      const convolution = convolutionAt(model, first);
      const [gamma, beta, mean, variance] = node.input
        .slice(1)
        .map((input) => weightsAt(model, input).values);
      const epsilon = node.attr.epsilon?.f ?? 0;
      if (!convolution) return null;
      return followedBy(convolution, (channel) => {
        const factor = (gamma?.[channel] ?? 0) / Math.sqrt((variance?.[channel] ?? 0) + epsilon);
        return [factor, (beta?.[channel] ?? 0) - factor * (mean?.[channel] ?? 0)];
      });
    }
    default:
      return null;
  }
}

export function weightsAt({ weights }: TensorFlowModel, name: string): FloatTensor {
  const tensor = weights.get(name);
  if (tensor === undefined) throw new TypeError(`the model has no weights ${name}`);
  return tensor;
}

/** Keeps only some channels, in the given order. */
export function withChannels(convolution: Convolution, channels: readonly number[]): Convolution {
  const { shape, kernel, bias } = convolution;
  const length = kernel.length / shape[0];
  const picked = new Float32Array(channels.length * length);
  for (const [to, from] of channels.entries())
    picked.set(kernel.subarray(from * length, (from + 1) * length), to * length);
  return {
    ...convolution,
    shape: [channels.length, shape[1], shape[2], shape[3]],
    kernel: picked,
    bias: Float32Array.from(channels, (channel) => bias[channel] ?? 0),
  };
}

/** TensorFlow keeps a kernel as `[side, side, input, output]`; a depthwise one has one output for each input. */
function plainConvolution({ op, input, attr }: TensorFlowNode, { shape, values }: FloatTensor): Convolution {
  const [side = 1, , inputs = 1, outputs = 1] = shape;
  const isDepthwise = op === 'DepthwiseConv2dNative';
  const [channels, each] = isDepthwise ? [inputs, 1] : [outputs, inputs];
  const kernel = new Float32Array(values.length);
  for (let cell = 0; cell < side * side; cell++)
    for (let channel = 0; channel < channels; channel++)
      for (let i = 0; i < each; i++)
        kernel[(channel * each + i) * side * side + cell] =
          values[(cell * each + i) * channels + channel] ?? 0;
  return {
    input: input[0] ?? '',
    stride: Number(attr.strides?.list.i[1]),
    groups: isDepthwise ? inputs : 1,
    shape: [channels, each, side, side],
    kernel,
    bias: new Float32Array(channels),
  };
}

/** @param line factor and summand of a channel */
function followedBy(
  convolution: Convolution,
  line: (channel: number) => readonly [number, number],
): Convolution {
  const { shape, kernel, bias } = convolution;
  const length = kernel.length / shape[0];
  const lines = Array.from({ length: shape[0] }, (_, channel) => line(channel));
  return {
    ...convolution,
    kernel: kernel.map((value, i) => value * (lines[Math.floor(i / length)]?.[0] ?? 0)),
    bias: bias.map((value, channel) => {
      const [factor, summand] = lines[channel] ?? [0, 0];
      return value * factor + summand;
    }),
  };
}
