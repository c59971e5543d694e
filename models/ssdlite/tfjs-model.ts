import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** SHA-256 of the files as Google publishes them (storage.googleapis.com/tfjs-models/savedmodel/ssdlite_mobilenet_v2). */
const PUBLISHED: Readonly<Record<string, string>> = {
  'model.json': '3770b2528339b1e3340cb74360e1e40401816b009779aeb8d0cce3a4353ea3a9',
  'group1-shard1of5': '0e7af0f713e98521252321f7f84892c31cefccccec3ac64c84e5065b75ed5646',
  'group1-shard2of5': '74cc6cfc2c4510c9cd81b8ad4cebf6f6a8f305119bb365ce0eb96276da38519a',
  'group1-shard3of5': '50383033f893eae136392a403e8f70ade5efd90867df5695c4ca5ac640e14f38',
  'group1-shard4of5': 'd856dc534c780068bbf6c666ce1516df2c8433d87578aa31fcdf197de7058cc2',
  'group1-shard5of5': '3d356f1fb6dfca6af78c56db34d9326706d0196e303f9de6b04f236ca79ed309',
};

/** A node of a TensorFlow graph, as much of it as the network needs. */
export interface TensorFlowNode {
  readonly name: string;
  readonly op: string;
  readonly input: readonly string[];
  readonly attr: {
    readonly strides?: { readonly list: { readonly i: readonly string[] } };
    readonly epsilon?: { readonly f: number };
  };
}

export interface FloatTensor {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

export interface TensorFlowModel {
  readonly nodes: ReadonlyMap<string, TensorFlowNode>;
  readonly weights: ReadonlyMap<string, FloatTensor>;
}

interface ModelFile {
  readonly modelTopology: { readonly node: readonly TensorFlowNode[] };
  readonly weightsManifest: readonly {
    readonly paths: readonly string[];
    readonly weights: readonly {
      readonly name: string;
      readonly dtype: string;
      readonly shape: readonly number[];
    }[];
  }[];
}

/**
 * Reads the model in TensorFlow.js's format from a folder.
 * @throws TypeError where a file is not the published one
 */
export function readTensorFlowModel(folder: string): TensorFlowModel {
  const { modelTopology, weightsManifest } = JSON.parse(
    published(folder, 'model.json').toString('utf8'),
  ) as ModelFile;
  const weights = new Map<string, FloatTensor>();
  for (const group of weightsManifest) {
    const bytes = Buffer.concat(group.paths.map((file) => published(folder, file)));
    let at = 0;
    for (const { name, dtype, shape } of group.weights) {
      const count = shape.reduce((product, size) => product * size, 1);
      const end = at + 4 * count;
      if (dtype === 'float32')
        weights.set(name, {
          shape,
          values: new Float32Array(Uint8Array.from(bytes.subarray(at, end)).buffer),
        });
      at = end;
    }
  }
  return { nodes: new Map(modelTopology.node.map((node) => [node.name, node])), weights };
}

function published(folder: string, file: string): Buffer {
  const bytes = readFileSync(path.join(folder, file));
  if (createHash('sha256').update(bytes).digest('hex') !== PUBLISHED[file])
    throw new TypeError(`${file} is not the file that Google publishes`);
  return bytes;
}
