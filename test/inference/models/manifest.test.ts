import { describe, expect, test } from 'vitest';
import manifestData from '../../../models/manifest.json' with { type: 'json' };
import { inputSizeOf } from '../../../shared/inference/detectors/model-input.ts';
import { modelById, modelManifest, parseManifest } from '../../../shared/inference/models/manifest.ts';

test('the default model knows the 80 classes of COCO in the order of its outputs', () => {
  const { labels } = modelById(modelManifest, modelManifest.default);
  expect(labels).toHaveLength(80);
  expect(labels[0]).toBe('person');
  expect(labels[79]).toBe('toothbrush');
});

test('what comes along, a network and the fallback, needs no download', () => {
  const [shipped, fallback] = [modelManifest.shipped, modelManifest.fallback].map((id) =>
    modelById(modelManifest, id),
  );
  expect(fallback?.layout).toBe('moving-object');
  expect(shipped?.labels).toEqual(modelById(modelManifest, modelManifest.default).labels);
  expect([shipped, fallback].flatMap((model) => model?.builds ?? []).some(({ url }) => url)).toBe(false);
});

test('an unknown model is refused by a message that names the known ones', () => {
  expect(() => modelById(modelManifest, 'yolo-9000')).toThrow(
    /no model "yolo-9000"; known: .*yolox-nano-416/,
  );
});

test('a network may have a calibration', () => {
  const calibration = { a: 1.2, b: 0.9, c: -0.3 };
  const [first, ...others] = manifestData.models;
  const { models } = parseManifest({ ...manifestData, models: [{ ...first, calibration }, ...others] });
  expect(models.map((model) => 'calibration' in model && model.calibration)).toEqual([
    calibration,
    ...others.map(() => false),
  ]);
});

describe('a manifest is refused when', () => {
  const [first, ...others] = manifestData.models;
  test.each([
    ['its default is not listed', { ...manifestData, default: 'nothing' }],
    ['an id is used twice', { ...manifestData, models: [first, first, ...others] }],
    ['a label set is missing', { ...manifestData, labelSets: { moving: ['object'] } }],
    [
      'a digest is malformed',
      { ...manifestData, models: [{ ...first, builds: [{ sha256: 'abc', size: 1 }] }, ...others] },
    ],
    [
      'a file would lie outside its folder',
      { ...manifestData, models: [{ ...first, file: '../up.onnx' }, ...others] },
    ],
    [
      'an address is not encrypted',
      {
        ...manifestData,
        models: [{ ...first, builds: [{ ...first?.builds[0], url: 'http://x.example/m' }] }, ...others],
      },
    ],
    ...[
      { a: 0, b: 1, c: 0 },
      { a: 1, b: -1, c: 0 },
      { a: 1, b: 1 },
      { a: 1, b: 1, c: Number.NaN },
      { a: 1, b: 1, c: 0, temperature: 1 },
    ].map((calibration): [string, unknown] => [
      `a calibration is ${JSON.stringify(calibration)}`,
      { ...manifestData, models: [{ ...first, calibration }, ...others] },
    ]),
    ['it has an unknown member', { ...manifestData, extra: true }],
    ['it is nothing', null],
  ])('%s', (_, data) => {
    expect(() => parseManifest(data)).toThrow(expect.objectContaining({ code: 'MANIFEST_INVALID' }));
  });
});

describe('the analysis size of the moving-object model', () => {
  const model = modelById(modelManifest, 'moving-object');
  test.each([
    [1920, 1080, 320, 180],
    [1080, 1920, 180, 320],
    [160, 120, 160, 120],
    [8192, 2, 640, 1],
  ])('of %i×%i is %i×%i', (displayWidth, displayHeight, width, height) => {
    expect(inputSizeOf(model, displayWidth, displayHeight)).toEqual({ width, height });
  });
});
