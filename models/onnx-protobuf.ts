/**
 * As much of the ONNX format (github.com/onnx/onnx, onnx.proto3, IR version 8) as it takes to write a graph over
 * float and byte tensors. Field numbers are those of the .proto file. Equal graphs give equal bytes.
 */

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
const integer = (field: number, value: number): number[] => [...varint(field << 3), ...varint(value)];
const bytes = (field: number, value: Iterable<number>): number[] => {
  const content = [...value];
  return [...varint((field << 3) | 2), ...varint(content.length), ...content];
};
const text = (field: number, value: string): number[] => bytes(field, new TextEncoder().encode(value));

export const ELEMENT_TYPE = { float: 1, uint8: 2, int8: 3, int64: 7 } as const;
const ATTRIBUTE_TYPE = { int: 2, ints: 7 } as const;

interface TensorType {
  readonly name: string;
  readonly type: keyof typeof ELEMENT_TYPE;
  /** A text names a dimension whose size is known only when the graph runs. */
  readonly shape: readonly (number | string)[];
}

export type Attributes = Readonly<Record<string, number | readonly number[]>>;

export interface GraphNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes: Attributes;
}

/** A constant of any shape; its values in the order of the machine, which must be little-endian. */
export interface ConstantTensor {
  readonly type: keyof typeof ELEMENT_TYPE;
  readonly shape: readonly number[];
  readonly values: Float32Array | Int8Array | BigInt64Array;
}

/** A float scalar, a float matrix by its rows, or a tensor. */
export type Constant = number | readonly (readonly number[])[] | ConstantTensor;

export interface Graph {
  readonly name: string;
  readonly inputs: readonly TensorType[];
  readonly outputs: readonly TensorType[];
  /** By name. */
  readonly constants: ReadonlyMap<string, Constant>;
  /** In an order in which every input is known before it is used. */
  readonly nodes: readonly GraphNode[];
}

const valueInfo = (field: number, { name, type, shape }: TensorType): number[] => {
  const dimensions = shape.flatMap((size) =>
    bytes(1, typeof size === 'number' ? integer(1, size) : text(2, size)),
  );
  const tensorType = [...integer(1, ELEMENT_TYPE[type]), ...bytes(2, dimensions)];
  return bytes(field, [...text(1, name), ...bytes(2, bytes(1, tensorType))]);
};

const attribute = ([name, value]: [string, number | readonly number[]]): number[] =>
  bytes(5, [
    ...text(1, name),
    ...(typeof value === 'number'
      ? [...integer(3, value), ...integer(20, ATTRIBUTE_TYPE.int)]
      : [...value.flatMap((item) => integer(8, item)), ...integer(20, ATTRIBUTE_TYPE.ints)]),
  ]);

const node = ({ operator, inputs, output, attributes }: GraphNode): number[] =>
  bytes(1, [
    ...inputs.flatMap((name) => text(1, name)),
    ...text(2, output),
    ...text(4, operator),
    ...Object.entries(attributes).flatMap(attribute),
  ]);

const constant = ([name, value]: [string, Constant]): number[] => {
  const { type, shape, values } = tensorOf(value);
  return bytes(5, [
    ...shape.flatMap((size) => integer(1, size)),
    ...integer(2, ELEMENT_TYPE[type]),
    ...text(8, name),
    ...bytes(9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)),
  ]);
};

function tensorOf(value: Constant): ConstantTensor {
  if (typeof value === 'number') return { type: 'float', shape: [], values: Float32Array.of(value) };
  if ('shape' in value) return value;
  return {
    type: 'float',
    shape: [value.length, value[0]?.length ?? 0],
    values: Float32Array.from(value.flat()),
  };
}

/** The bytes of an ONNX model of operator set 17. */
export function encodeModel({ name, inputs, outputs, constants, nodes }: Graph): Uint8Array {
  const graph = [
    ...nodes.flatMap(node),
    ...text(2, name),
    ...[...constants].flatMap(constant),
    ...inputs.flatMap((input) => valueInfo(11, input)),
    ...outputs.flatMap((output) => valueInfo(12, output)),
  ];
  return Uint8Array.from([...integer(1, 8), ...bytes(7, graph), ...bytes(8, integer(2, 17))]);
}
