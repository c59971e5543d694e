import { expect, test } from 'vitest';
import { inNamesOf } from '../../../research/calibration/coco-names.ts';
import { modelById, modelManifest } from '../../../shared/inference/models/manifest.ts';

const setOf = (...labels: string[]) => ({
  labels: new Set(labels),
  images: [
    {
      file: 'a.jpg',
      boxes: labels.map((label) => ({ label, box: { x: 0, y: 0, width: 9, height: 9 }, crowd: false })),
    },
  ],
});

test("COCO's categories are known to the models of the service by the names that these have for them", () => {
  const known = new Set(modelById(modelManifest, modelManifest.default).labels);
  const official = ['airplane', 'couch', 'dining table', 'motorcycle', 'potted plant', 'tv', 'person'];
  expect(inNamesOf(known, setOf(...official))).toEqual(
    setOf('aeroplane', 'sofa', 'diningtable', 'motorbike', 'pottedplant', 'tvmonitor', 'person'),
  );
});

test('names that a model has itself, and those that it has under no name, stay', () => {
  const set = setOf('tv', 'couch', 'forklift');
  expect(inNamesOf(new Set(['tv', 'tvmonitor']), set)).toEqual(set);
});
