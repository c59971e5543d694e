import { expect, test } from 'vitest';
import { modelById, modelManifest } from '../../../shared/inference/models/manifest.ts';
import { requireUsable } from '../../../shared/service/jobs/require-usable.ts';

const network = modelById(modelManifest, modelManifest.default);
const builtIn = modelById(modelManifest, modelManifest.fallback);
const installed = { model: network, fallback: false, missing: null };
const standIn = { model: builtIn, fallback: true, missing: network };
const options = (...labels: string[]) => ({ fps: 5, confidence: 0.5, labels, enableClip: false });

test('labels that the model knows are usable', () => {
  expect(() => requireUsable(options('person', 'car'), installed, '')).not.toThrow();
});

test('all labels that the model does not know are named, with what may be meant', () => {
  expect(() => requireUsable(options('Person', 'car', 'airplane', 'unicorn'), installed, '')).toThrow(
    expect.objectContaining({
      code: 'INVALID_PARAMETER',
      field: 'labels',
      message:
        'yolox-nano-416 does not know the labels "Person" (did you mean "person"?), "airplane" (did you mean "aeroplane"?), "unicorn".',
      details: { provided: 'Person', labels: network.labels },
    }),
  );
});

test('what the model that is not installed knows is named as it calls it', () => {
  expect(() => requireUsable(options('object', 'airplane', 'unicorn', 'person'), standIn, '')).toThrow(
    'moving-object does not know the labels "airplane", "unicorn", "person". yolox-nano-416, which knows "aeroplane", "person", is not installed: the command "vms models pull"',
  );
});

test('of labels that no model knows nothing is promised', () => {
  expect(() => requireUsable(options('unicorn'), standIn, '')).toThrow(
    /^moving-object does not know the label "unicorn"\.$/,
  );
});
