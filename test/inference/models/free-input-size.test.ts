import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { freeInputSize } from '../../../shared/inference/models/free-input-size.ts';
import { modelById, modelManifest } from '../../../shared/inference/models/manifest.ts';
import { BUILT_IN_MODELS_DIR } from '../../../shared/inference/models/model-store.ts';

const text = (value: string) => [...new TextEncoder().encode(value)];
const field = (number: number, value: readonly number[]) => [8 * number + 2, value.length, ...value];
const number = (key: number, value: number) => [8 * key, value];

/** A tensor in ONNX's terms (ValueInfoProto): its name and the fields of its shape. */
const tensor = (name: string, ...dimensions: (readonly number[])[]) => [
  ...field(1, text(name)),
  ...field(
    2,
    field(1, [
      ...number(1, 1),
      ...field(
        2,
        dimensions.flatMap((each) => field(1, each)),
      ),
    ]),
  ),
];
const sized = (value: number) => number(1, value);
const named = (name: string) => field(2, text(name));

const modelOf = (...graph: (readonly number[])[]): Uint8Array =>
  Uint8Array.from([...number(1, 8), ...field(7, graph.flat()), ...field(8, [16, 13])]);

test('height and width of pictures become free; names, other inputs and all else stay', () => {
  const node = field(1, text('node'));
  const scale = field(11, tensor('scale', sized(3)));
  const before = modelOf(
    node,
    field(11, tensor('images', sized(1), sized(3), sized(96), sized(64))),
    scale,
    field(12, tensor('found', sized(1), sized(126), sized(85))),
    field(13, tensor('within', sized(1), sized(8), sized(12), sized(8))),
  );
  const shapeless = [...field(1, text('found')), ...field(2, field(1, number(1, 1)))];
  expect(freeInputSize(before)).toEqual(
    modelOf(
      node,
      field(11, tensor('images', sized(1), sized(3), named('height'), named('width'))),
      scale,
      field(12, shapeless),
    ),
  );
});

test('a model that is cut off is refused, wherever it ends', async () => {
  const { file } = modelById(modelManifest, modelManifest.fallback);
  const bytes = await readFile(path.join(BUILT_IN_MODELS_DIR, file));
  expect(freeInputSize(bytes).length).toBeGreaterThan(bytes.length / 2);
  expect(() => freeInputSize(bytes.subarray(0, bytes.length - 1))).toThrow(RangeError);
  expect(() => freeInputSize(Uint8Array.of(0x3a, 0xff))).toThrow(RangeError);
});

test('a file that is no model is refused at its first field', () => {
  expect(() => freeInputSize(new Uint8Array(100))).toThrow('a field of number 0');
  expect(() => freeInputSize(Uint8Array.of(0x3a, ...new Array(400).fill(0x80), 1))).toThrow('more than ten');
});

test('however many fields a model has, what stays is copied as a whole', () => {
  const fieldsOf = (count: number) => Uint8Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? 8 : 1));
  const model = fieldsOf(1_000_000);
  let parts = 0;
  const { subarray } = Uint8Array.prototype;
  const counted = vi.spyOn(Uint8Array.prototype, 'subarray').mockImplementation(function (
    this: Uint8Array,
    ...range
  ) {
    parts++;
    return subarray.apply(this, range);
  });
  try {
    expect(freeInputSize(model).length).toBe(model.length);
  } finally {
    counted.mockRestore();
  }
  expect(parts).toBeLessThan(10);
});
