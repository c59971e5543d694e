import { type Attributes, ELEMENT_TYPE, type Graph, type GraphNode } from '../onnx-protobuf.ts';

/** Residual, in levels, at which a pixel has a quarter of its say in the estimate of the gain. */
const GAIN_SCALE = 15;
/** Background noise below this many levels is not believed: compression hides it for a while. */
const MIN_NOISE = 3;
/** Noise above this many levels would hide every object. */
const MAX_NOISE = 20;
/** Deviation, in units of the noise, at which a pixel is as likely foreground as background. */
const THRESHOLD = 4;
/** Slope of the probability there. */
const STEEPNESS = 2;
/** How much of the usual rate the background follows by under the foreground. */
const FOREGROUND_RATE = 0.05;

const EVERY_PIXEL = { axes: [2, 3], keepdims: 1 };
const EVERY_CHANNEL = { axes: [1], keepdims: 1 };

/** A value of the graph by its name, or a constant. */
type Operand = string | number;

/**
 * The moving-object model: one step of an adaptive background subtraction in plain ONNX operators. Like Pfinder
 * (Wren et al., PAMI 1997) it keeps a mean and a variance a pixel and renews them where the frame shows the
 * background; unlike it, it follows the exposure of the camera as one gain a channel.
 *
 * | input | | |
 * |---|---|---|
 * | frame | uint8 `[1, height, width, 3]` | rgb24 |
 * | background | float `[1, 3, height, width]` | the scene without what moves, 0–255 |
 * | variance | float `[1, 3, height, width]` | squared noise of the background |
 * | rate | float `[]` | share of the background that this frame renews, in [0, 1] |
 *
 * Outputs: `foreground`, float `[1, 1, height, width]`, the probability that a pixel shows something that
 * moves; `next_background` and `next_variance`, the state for the next frame.
 */
export function movingObjectGraph(): Graph {
  const constants = new Map<string, number>();
  const nodes: GraphNode[] = [];
  const operand = (value: Operand): string => {
    if (typeof value === 'string') return value;
    constants.set(`constant_${value}`, value);
    return `constant_${value}`;
  };
  const op = (
    operator: string,
    inputs: readonly Operand[],
    attributes: Attributes = {},
    name?: string,
  ): string => {
    const output = name ?? `${operator.toLowerCase()}_${nodes.length}`;
    nodes.push({ operator, inputs: inputs.map(operand), output, attributes });
    return output;
  };
  const add = (a: Operand, b: Operand, name?: string): string => op('Add', [a, b], {}, name);
  const subtract = (a: Operand, b: Operand): string => op('Sub', [a, b]);
  const multiply = (a: Operand, b: Operand): string => op('Mul', [a, b]);
  const divide = (a: Operand, b: Operand): string => op('Div', [a, b]);
  const square = (a: Operand): string => multiply(a, a);
  const mean = (a: Operand, over: Attributes): string => op('ReduceMean', [a], over);

  const pixels = op('Transpose', [op('Cast', ['frame'], { to: ELEMENT_TYPE.float })], { perm: [0, 3, 1, 2] });

  // Gain: least squares of `frame ≈ gain × background`, then twice again with little weight (Geman–McClure)
  // on pixels that did not fit, so that the objects have no say in it.
  const likeness = multiply(pixels, 'background');
  const power = square('background');
  const estimate = (weight: Operand): string =>
    divide(
      mean(multiply(likeness, weight), EVERY_PIXEL),
      add(mean(multiply(power, weight), EVERY_PIXEL), 1e-3),
    );
  const residualOf = (gain: string): string => subtract(pixels, multiply(gain, 'background'));
  const weightOf = (residual: string): string =>
    divide(1, square(add(1, divide(square(residual), GAIN_SCALE ** 2))));
  const rough = estimate(1);
  const better = estimate(weightOf(residualOf(rough)));
  const gain = estimate(weightOf(residualOf(better)));

  // Foreground: deviation in units of the noise, as a probability a pixel, averaged with the neighbours'. In
  // this order a strong contrast does not spread beyond the edge of its object.
  const expected = multiply(gain, 'background');
  const residual = subtract(pixels, expected);
  const squared = square(residual);
  const variance = op('Clip', ['variance', MIN_NOISE ** 2, MAX_NOISE ** 2]);
  const deviation = op('Sqrt', [mean(divide(squared, variance), EVERY_CHANNEL)]);
  const probability = op('Sigmoid', [multiply(subtract(deviation, THRESHOLD), STEEPNESS)]);
  const foreground = op(
    'AveragePool',
    [probability],
    { kernel_shape: [3, 3], pads: [1, 1, 1, 1], count_include_pad: 0 },
    'foreground',
  );

  const shown = subtract(1, foreground);
  const pace = add(multiply(shown, 1 - FOREGROUND_RATE), FOREGROUND_RATE);
  add(expected, multiply(multiply('rate', pace), residual), 'next_background');
  add(variance, multiply(multiply('rate', shown), subtract(squared, variance)), 'next_variance');

  const plane = ['height', 'width'] as const;
  return {
    name: 'moving-object',
    inputs: [
      { name: 'frame', type: 'uint8', shape: [1, ...plane, 3] },
      { name: 'background', type: 'float', shape: [1, 3, ...plane] },
      { name: 'variance', type: 'float', shape: [1, 3, ...plane] },
      { name: 'rate', type: 'float', shape: [] },
    ],
    outputs: [
      { name: 'foreground', type: 'float', shape: [1, 1, ...plane] },
      { name: 'next_background', type: 'float', shape: [1, 3, ...plane] },
      { name: 'next_variance', type: 'float', shape: [1, 3, ...plane] },
    ],
    constants,
    nodes,
  };
}
