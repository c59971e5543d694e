import { expect, test } from 'vitest';
import { modelById, modelManifest } from '../../../shared/inference/models/manifest.ts';
import { describeUnknown, nameIn, unknownLabels } from '../../../shared/inference/models/unknown-labels.ts';

const model = modelById(modelManifest, 'yolox-nano-416');

test('labels that the model does not know are reported, each once', () => {
  expect(unknownLabels(model, ['person', 'Person', 'unicorn', 'unicorn'])).toEqual(['Person', 'unicorn']);
});

test.each([
  ['person', 'person'],
  ['Person', 'person'],
  [' TRAFFIC LIGHT', 'traffic light'],
  ['airplane', 'aeroplane'],
  ['Dining Table', 'diningtable'],
  ['unicorn', undefined],
])('of %s the model knows %s', (label, known) => {
  expect(nameIn(model, label)).toBe(known);
});

test('a model that has the names of COCO knows those of Darknet as these', () => {
  const other = { ...model, labels: ['airplane', 'Couch'] };
  expect(nameIn(other, 'aeroplane')).toBe('airplane');
  expect(nameIn(other, 'sofa')).toBe('Couch');
});

test('a message names all unknown labels, with those that may be meant', () => {
  expect(describeUnknown(model, ['unicorn'])).toBe('yolox-nano-416 does not know the label "unicorn".');
  expect(describeUnknown(model, ['airplane', 'unicorn', 'Car'])).toBe(
    'yolox-nano-416 does not know the labels "airplane" (did you mean "aeroplane"?), "unicorn", "Car" (did you mean "car"?).',
  );
});

test('a message does not grow with the number and the length of the labels', () => {
  const many = Array.from({ length: 100 }, (_, i) => `${i}${'\u{1f984}'.repeat(31)}x`);
  const message = describeUnknown(model, many);
  expect(message).toMatch(/"9\u{1f984}{30}…" and 90 more\.$/u);
  expect(message.isWellFormed()).toBe(true);
  expect(message.length).toBeLessThan(800);
});
