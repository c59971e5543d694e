import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { encodeModel, type GraphNode } from '../../../models/onnx-protobuf.ts';
import type { NetworkModel } from '../../../shared/inference/models/manifest.ts';

const SIDE = 32;

const node = (
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: GraphNode['attributes'] = {},
): GraphNode => ({ operator, inputs, output, attributes });

/** Mean colour of each cell of `stride`, as rows of a matrix, one channel below the other. */
const grid = (stride: number): GraphNode[] => [
  node('AveragePool', ['scaled'], `pooled_${stride}`, {
    kernel_shape: [stride, stride],
    strides: [stride, stride],
  }),
  node('Flatten', [`pooled_${stride}`], `grid_${stride}`, { axis: 2 }),
];

/**
 * A network in the layout of YOLOX that a test can predict: 32×32 pixels, one class, and for each cell the mean
 * colour twice, so that tx = tw's successor = objectness's partner: (tx, ty, tw, th, objectness, class score) =
 * (b, g, r, b, g, r) on a scale of 0–1. A frame of one colour gives every cell the score g × r.
 */
export async function writeTinyNetwork(directory: string): Promise<{ model: NetworkModel; path: string }> {
  const bytes = encodeModel({
    name: 'tiny',
    inputs: [{ name: 'images', type: 'float', shape: [1, 3, SIDE, SIDE] }],
    outputs: [{ name: 'output', type: 'float', shape: ['cells', 6] }],
    constants: new Map([['levels', 255]]),
    nodes: [
      node('Div', ['images', 'levels'], 'scaled'),
      ...[8, 16, 32].flatMap(grid),
      node('Concat', ['grid_8', 'grid_16', 'grid_32'], 'grids', { axis: 1 }),
      node('Concat', ['grids', 'grids'], 'fields', { axis: 0 }),
      node('Transpose', ['fields'], 'output', { perm: [1, 0] }),
    ],
  });
  const file = path.join(directory, 'tiny.onnx');
  await writeFile(file, bytes);
  const model: NetworkModel = {
    id: 'tiny',
    task: 'detect',
    layout: 'yolox',
    labels: ['thing'],
    file: 'tiny.onnx',
    input: {
      width: SIDE,
      height: SIDE,
      order: 'bgr',
      resize: 'letterbox',
      mean: [0, 0, 0],
      std: [1, 1, 1],
      pad: 0,
    },
    nmsIou: 0.45,
    licence: 'Apache-2.0',
    source: 'this repository',
    builds: [{ sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }],
  };
  return { model, path: file };
}
