import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { movingObjectGraph } from '../../models/moving-object/graph.ts';
import { encodeModel } from '../../models/onnx-protobuf.ts';
import { modelById, modelManifest } from '../../shared/inference/models/manifest.ts';
import { BUILT_IN_MODELS_DIR } from '../../shared/inference/models/model-store.ts';

const model = modelById(modelManifest, modelManifest.fallback);
const committed = readFileSync(path.join(BUILT_IN_MODELS_DIR, model.file));

test('the committed model is what its script writes', () => {
  expect(Buffer.from(encodeModel(movingObjectGraph())).equals(committed)).toBe(true);
});

test('the manifest holds its size and digest', () => {
  expect(model.builds).toEqual([
    { sha256: createHash('sha256').update(committed).digest('hex'), size: committed.length },
  ]);
});
