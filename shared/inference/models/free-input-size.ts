/** A field of a protobuf message; `value` is what a length-delimited one holds. */
interface Field {
  readonly number: number;
  /** Where it lies in the message with its key, the end excluded. */
  readonly start: number;
  readonly end: number;
  readonly value: Uint8Array | null;
}

/** Wire types of protobuf (https://protobuf.dev/programming-guides/encoding). */
const [VARINT, FIXED64, DELIMITED, FIXED32] = [0, 1, 2, 5];
/** What the tenth byte of a number counts, the last that it may have. */
const LARGEST_FACTOR = 128 ** 9;

/** Field numbers of ONNX (onnx/onnx.proto). */
const MODEL = { graph: 7 };
const GRAPH = { input: 11, output: 12, valueInfo: 13 };
const VALUE_INFO = { type: 2 };
const TYPE = { tensor: 1 };
const TENSOR = { shape: 2 };
const SHAPE = { dimension: 1 };
const DIMENSION = { parameter: 2 };

/** Height and width in `[batch, channels, height, width]`. */
const SIZES = ['height', 'width'] as const;
const FIRST_SIZE = 2;

/**
 * An ONNX model whose four-dimensional inputs take pictures of any height and width: exporters write down the size they were
 * run with, though a network of convolutions knows none. The shapes of computed values are left to the runtime.
 * Whether the network computes the same then is to be tried out: its nodes may hold sizes, too.
 * @throws RangeError for anything but an ONNX model
 */
export function freeInputSize(model: Uint8Array): Uint8Array {
  const withoutShape = (info: Uint8Array) => inShape(info, () => null);
  return rewritten(model, {
    [MODEL.graph]: (graph) =>
      rewritten(graph, {
        [GRAPH.input]: (info) => inShape(info, freeSizes),
        [GRAPH.output]: withoutShape,
        [GRAPH.valueInfo]: () => null,
      }),
  });
}

const inShape = (info: Uint8Array, change: Change): Uint8Array =>
  rewritten(info, {
    [VALUE_INFO.type]: (type) =>
      rewritten(type, { [TYPE.tensor]: (tensor) => rewritten(tensor, { [TENSOR.shape]: change }) }),
  });

function freeSizes(shape: Uint8Array): Uint8Array {
  const rank = [...fields(shape)].filter(({ number }) => number === SHAPE.dimension).length;
  if (rank !== FIRST_SIZE + SIZES.length) return shape;
  let dimension = 0;
  return rewritten(shape, {
    [SHAPE.dimension]: (old) => {
      const name = SIZES[dimension++ - FIRST_SIZE];
      return name === undefined ? old : delimited(DIMENSION.parameter, new TextEncoder().encode(name));
    },
  });
}

/** What a length-delimited field holds instead; null leaves the field out. */
type Change = (value: Uint8Array) => Uint8Array | null;

function rewritten(message: Uint8Array, changes: Readonly<Record<number, Change>>): Uint8Array {
  const parts: Uint8Array[] = [];
  /** From here on nothing is in `parts` yet: what stays between two changes is one part, however many fields it has. */
  let pending = 0;
  for (const { number, start, end, value } of fields(message)) {
    const change = value && changes[number];
    if (!change) continue;
    const changed = change(value);
    parts.push(message.subarray(pending, start));
    if (changed !== null) parts.push(delimited(number, changed));
    pending = end;
  }
  parts.push(message.subarray(pending));
  return joined(parts);
}

function* fields(message: Uint8Array): Generator<Field> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; factor <= LARGEST_FACTOR; factor *= 128) {
      const byte = message[at++];
      if (byte === undefined) throw new RangeError('the model ends within a field');
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    throw new RangeError('the model has a number of more than ten bytes');
  };
  while (at < message.length) {
    const start = at;
    const key = varint();
    const number = Math.floor(key / 8);
    const wire = key % 8;
    // A file of zeros would be a field for every other byte.
    if (number === 0) throw new RangeError('the model has a field of number 0');
    let value: Uint8Array | null = null;
    if (wire === VARINT) varint();
    else if (wire === FIXED64) at += 8;
    else if (wire === FIXED32) at += 4;
    else if (wire === DELIMITED) {
      const length = varint();
      value = message.subarray(at, at + length);
      at += length;
    } else throw new RangeError(`the model has a field of wire type ${wire}`);
    if (at > message.length) throw new RangeError('the model ends within a field');
    yield { number, start, end: at, value };
  }
}

const delimited = (number: number, value: Uint8Array): Uint8Array =>
  joined([varintBytes(8 * number + DELIMITED), varintBytes(value.length), value]);

function varintBytes(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Uint8Array.of(...bytes, rest);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
