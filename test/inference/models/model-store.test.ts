import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  type Model,
  type ModelManifest,
  modelById,
  modelManifest,
} from '../../../shared/inference/models/manifest.ts';
import {
  BUILT_IN_MODELS_DIR,
  locateModel,
  selectDetector,
} from '../../../shared/inference/models/model-store.ts';

const CONTENT = Buffer.from('as good as a network');

/** The manifest of the service, whose default model is the file that a test writes. */
const model: Model = {
  ...modelById(modelManifest, modelManifest.default),
  file: 'network.onnx',
  builds: [
    { sha256: '0'.repeat(64), size: 999 },
    { sha256: createHash('sha256').update(CONTENT).digest('hex'), size: CONTENT.length },
  ],
};
const manifest: ModelManifest = {
  ...modelManifest,
  models: modelManifest.models.map((other) => (other.id === model.id ? model : other)),
};

let directory: string;
let modelsDirs: readonly string[];
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'vms-models-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  modelsDirs = [directory, BUILT_IN_MODELS_DIR];
});

const install = (content: Uint8Array) => writeFile(path.join(directory, model.file), content);
const select = () => selectDetector({ manifest, modelsDirs });

describe('the detector of a job', () => {
  test('is the default model where it is installed, in any of its builds', async () => {
    await install(CONTENT);
    expect(await select()).toEqual({
      model,
      path: path.join(directory, model.file),
      fallback: false,
      reason: undefined,
      absent: false,
    });
  });

  test('is the network that comes along where the default is not installed', async () => {
    const selected = await select();
    expect(selected).toMatchObject({ model: { id: 'ssdlite-mobilenet-v2' }, fallback: false, absent: true });
    expect(selected.reason).toContain(directory);
  });

  test('is the moving-object model, called a fallback, where no network is usable', async () => {
    await mkdir(path.join(directory, 'moving-object'));
    const { file } = modelById(modelManifest, 'moving-object');
    await copyFile(path.join(BUILT_IN_MODELS_DIR, file), path.join(directory, file));
    const selected = await selectDetector({ manifest, modelsDirs: [directory] });
    expect(selected).toMatchObject({ model: { id: 'moving-object' }, fallback: true, absent: false });
    expect(selected.reason).toMatch(/network\.onnx is in none of .*; ssdlite.* is in none of/);
  });

  test.each([
    ['cut off', CONTENT.subarray(1), /19 bytes instead of 999 or 20/],
    ['altered', Buffer.from(CONTENT).fill('x', 0, 1), /SHA-256/],
  ])('is never a file that is %s: the reason is reported', async (_, content, reason) => {
    await install(content);
    expect(await select()).toMatchObject({
      model: { id: 'ssdlite-mobilenet-v2' },
      reason: expect.stringMatching(reason),
      absent: false,
    });
    await expect(locateModel(model, { modelsDirs })).rejects.toMatchObject({ code: 'MODEL_UNFIT' });
  });

  test('is never a folder of that name', async () => {
    await mkdir(path.join(directory, model.file));
    expect(await select()).toMatchObject({ reason: expect.stringContaining('not a file') });
  });

  test('is another model when one is asked for', async () => {
    const selected = await selectDetector({ manifest, modelsDirs, modelId: 'moving-object' });
    expect(selected).toMatchObject({ model: { id: 'moving-object' }, fallback: false });
  });

  test('is looked for again: a file that was replaced is read again', async () => {
    await install(CONTENT);
    expect(await select()).toMatchObject({ model: { id: model.id } });
    await install(Buffer.from(CONTENT).fill('y'));
    expect(await select()).toMatchObject({ model: { id: 'ssdlite-mobilenet-v2' } });
  });

  test('is missing where not even the moving-object model is there', async () => {
    await expect(selectDetector({ manifest, modelsDirs: [directory] })).rejects.toMatchObject({
      code: 'MODEL_MISSING',
    });
  });
});

test('a model that is in no folder, or whose folder does not exist, is null', async () => {
  const nowhere = path.join(directory, 'nowhere');
  expect(await locateModel(model, { modelsDirs: [directory, nowhere] })).toBeNull();
});
