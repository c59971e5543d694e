import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { App, Duration, Stack } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { describe, expect, test, vi } from 'vitest';
import { nodeFunction } from '../../lib/constructs/service-function.ts';
import { deployedModels } from '../../lib/deployed-models.ts';
import { ADDED_MODELS } from '../../shared/inference/models/extended-manifest.ts';
import { writeTinyNetwork } from '../support/models/tiny-network.ts';
import { temporaryFolder } from '../support/service/test-service.ts';
import { resourcesOf, synthesizeAnother } from './synthesized.ts';

// A synth, and the bundler in a process of its own, take their time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const chosen = (weightsDir: string, { detectorModel = '', clipModel = '' } = {}) =>
  deployedModels({ detectorModel, clipModel }, weightsDir);

/** A folder with a network of its own, which its manifest makes the default. */
async function addedNetwork(): Promise<{ folder: string; file: string }> {
  const folder = await temporaryFolder('weights');
  const { model } = await writeTinyNetwork(folder);
  const manifest = {
    default: model.id,
    models: [{ ...model, labels: 'things' }],
    labelSets: { things: model.labels },
  };
  await writeFile(path.join(folder, ADDED_MODELS), JSON.stringify(manifest));
  return { folder, file: path.join(folder, model.file) };
}

describe('the detector of a deployment', () => {
  test('is the network that comes along where no weights are', async () => {
    const models = await chosen(await temporaryFolder('weights'));
    expect(models).toEqual({ detector: 'ssdlite-mobilenet-v2', clip: '', added: '' });
  });

  const { VMS_MODELS_DIR = '' } = process.env;
  test.skipIf(VMS_MODELS_DIR === '')('is YOLOX-nano where its file is', async () => {
    const folder = await temporaryFolder('weights');
    await copyFile(
      path.join(VMS_MODELS_DIR, 'yolox_nano_416.onnx'),
      path.join(folder, 'yolox_nano_416.onnx'),
    );
    expect(await chosen(folder)).toMatchObject({ detector: 'yolox-nano-416' });
    expect(await chosen(folder, { detectorModel: 'moving-object' })).toMatchObject({
      detector: 'moving-object',
    });
  });

  test('is an added one, whose manifest the functions get', async () => {
    const { folder } = await addedNetwork();
    expect(await chosen(folder)).toEqual({
      detector: 'tiny',
      clip: '',
      added: path.join(folder, ADDED_MODELS),
    });
  });

  test('is reported by the synth', () => {
    const { notes } = synthesizeAnother({}, { detector: 'forklifts', clip: '', added: '' });
    expect(notes).toContain('Detector: forklifts. CLIP model: none.');
  });
});

describe('the synth fails when', () => {
  test('a named model is missing', async () => {
    const folder = await temporaryFolder('weights');
    await expect(chosen(folder, { detectorModel: 'yolox-nano-416' })).rejects.toThrow(
      /^-c detectorModel: .*yolox/,
    );
    await expect(chosen(folder, { clipModel: 'clip-vit-base-patch32' })).rejects.toThrow(
      /^-c clipModel: the model clip-vit-base-patch32 is not in .*\/clip \(docs\/clip\.md\)$/,
    );
  });

  test('a model is unknown', async () => {
    const folder = await temporaryFolder('weights');
    await expect(chosen(folder, { detectorModel: 'yolo-ng' })).rejects.toThrow(/yolo-ng/);
  });

  test('a file is not the one that the manifest describes', async () => {
    const { folder, file } = await addedNetwork();
    const bytes = await readFile(file);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await writeFile(file, bytes);
    await expect(chosen(folder)).rejects.toThrow(/SHA-256 .* no known build/);
  });

  test('the default model itself is damaged: it is not replaced in silence', async () => {
    const folder = await temporaryFolder('weights');
    await writeFile(path.join(folder, 'yolox_nano_416.onnx'), 'nonsense');
    await expect(chosen(folder)).rejects.toThrow(/yolox_nano_416.onnx has 8 bytes/);
  });

  test('added models are described wrongly', async () => {
    const folder = await temporaryFolder('weights');
    await writeFile(path.join(folder, ADDED_MODELS), '{"models": [{}]}');
    await expect(chosen(folder)).rejects.toThrow(/layout/);
  });
});

test('no variable holds the description of added models, however long: functions get its path', () => {
  const { service } = synthesizeAnother(
    {},
    { detector: 'tiny', clip: '', added: '/somewhere/manifest.json' },
  );
  const paths = [...resourcesOf(service, 'AWS::Lambda::Function').values()]
    .map(
      ({ Properties }) =>
        (Properties.Environment as { Variables?: Record<string, unknown> } | undefined)?.Variables,
    )
    .map((variables) => variables?.ADDED_MODELS)
    .filter((value) => value !== undefined);
  expect(new Set(paths)).toEqual(new Set(['/var/task/models/weights/manifest.json']));
});

test('a bundle holds the files that it is given, beside its code', async () => {
  const { folder } = await addedNetwork();
  const app = new App({ outdir: await temporaryFolder('cdk') });
  nodeFunction(new Stack(app, 'stack'), {
    key: 'not-found',
    description: '',
    timeout: Duration.seconds(1),
    memory: 256,
    logRetention: RetentionDays.ONE_DAY,
    tracing: false,
    files: { 'models/weights/manifest.json': path.join(folder, ADDED_MODELS) },
  });
  const { directory } = app.synth();
  const written = await readdir(directory, { recursive: true });
  const [copy = ''] = written.filter((name) => name.endsWith('/models/weights/manifest.json'));
  expect(await readFile(path.join(directory, copy))).toEqual(await readFile(path.join(folder, ADDED_MODELS)));
  expect(written).toContain(path.join(copy, '../../..', 'index.mjs'));
});
