import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { SETTINGS } from '../../../shared/contract/resources.ts';
import { selectInstalledDetector } from '../../../shared/inference/detectors/installed-detector.ts';
import { manifestWith } from '../../../shared/inference/models/extended-manifest.ts';
import { BUILT_IN_MODELS_DIR } from '../../../shared/inference/models/model-store.ts';
import { blankImage } from '../../../shared/media/pictures/rgb-image.ts';
import { ClipEncoder } from '../../../synthetic/clip-encoder.ts';
import { addTinyModel } from '../../support/models/added-models.ts';
import { apiOf, jobOver, settled, upload } from '../../support/service/api.ts';
import { startTestService, temporaryFolder } from '../../support/service/test-service.ts';

/** Where YOLOX-nano is, on machines that have it. */
const YOLOX_DIR = process.env[SETTINGS.modelsDir] ?? '';

async function modelsFolder(changes: object = {}): Promise<string> {
  const folder = await temporaryFolder('models');
  await addTinyModel(folder, changes);
  return folder;
}

/** The network sees a thing wherever red and green are full. */
async function yellowClip(file: string): Promise<void> {
  const size = { width: 64, height: 64 };
  using encoder = await ClipEncoder.open(file, { container: 'mp4', ...size, ticksPerSecond: 10 });
  for (let frame = 0; frame < 20; frame++)
    await encoder.add(blankImage(size.width, size.height, [255, 255, 0]), frame);
  await encoder.finish();
}

test('a network is added by its entry in a models folder alone: jobs run with it, name it, and know its labels', async () => {
  const service = await startTestService({ modelsDirs: [await modelsFolder()] });
  expect(service.model).toMatchObject({ id: 'tiny', fallback: false });
  const api = apiOf(service);
  const clip = path.join(await temporaryFolder('clips'), 'shapes.mp4');
  await yellowClip(clip);
  const id = await upload(api, clip);
  await settled(api, id);
  const process = (json: object) => api('POST', `/api/videos/${id}/process`, { json });
  expect((await process({ labels: ['person'] })).body).toMatchObject({
    error: { details: { labels: ['thing'] } },
  });
  expect((await process({ fps: 10, confidence: 0.2, labels: ['thing'] })).status).toBe(201);
  expect(await jobOver(api, id)).toMatchObject({ status: 'completed', model: 'tiny', fallback: false });
  const { body } = await api<{ objects: { label: string }[] }>('GET', `/api/videos/${id}/objects`);
  expect(new Set(body.objects.map(({ label }) => label))).toEqual(new Set(['thing']));
});

const FAULTS: [string, object, RegExp][] = [
  ['its outputs are not those of its labels', { labels: 'coco' }, /not a YOLOX head .* 80 classes/],
  ['its file is another', { builds: [{ sha256: '0'.repeat(64), size: 1 }] }, /bytes instead of 1/],
  ['its file is missing', { file: 'gone.onnx' }, /gone\.onnx is in none of/],
  ['it has the id of a model of the service', { id: 'moving-object' }, /ids must be unique/],
  ['its layout is unknown', { layout: 'detr' }, /layout/],
];

describe('an added model is not used, and the service says why, when', () => {
  test.each(FAULTS)(
    '%s: the network that comes along stands in where no other is installed',
    async (_, changes, reason) => {
      const { selected } = await selectInstalledDetector([await modelsFolder(changes), BUILT_IN_MODELS_DIR]);
      expect(selected).toMatchObject({
        model: { id: 'ssdlite-mobilenet-v2' },
        fallback: false,
        reason: expect.stringMatching(new RegExp(`${reason.source}.*; yolox_nano_416\\.onnx is in none of`)),
      });
    },
  );

  test.skipIf(!existsSync(path.join(YOLOX_DIR, 'yolox_nano_416.onnx'))).each(FAULTS)(
    '%s: the default of the service stands in where it is installed (needs VMS_MODELS_DIR)',
    async (_, changes, reason) => {
      const dirs = [await modelsFolder(changes), YOLOX_DIR, BUILT_IN_MODELS_DIR];
      const { selected, addedModels } = await selectInstalledDetector(dirs);
      expect(addedModels).toBe('');
      expect(selected).toMatchObject({
        model: { id: 'yolox-nano-416' },
        fallback: false,
        reason: expect.stringMatching(reason),
      });
      expect(selected.reason).not.toContain('yolox_nano');
    },
  );

  test.each(FAULTS)('%s, but a model of the service that is asked for by name is', async (_, changes) => {
    const dirs = [await modelsFolder(changes), BUILT_IN_MODELS_DIR];
    const { selected } = await selectInstalledDetector(dirs, 'moving-object');
    expect(selected).toMatchObject({ model: { id: 'moving-object' }, fallback: false, reason: undefined });
  });
});

test('added models replace neither models nor label sets of the service', () => {
  const refused = expect.objectContaining({ code: 'MANIFEST_INVALID' });
  expect(() => manifestWith('{"models": [{}]}')).toThrow(refused);
  expect(() => manifestWith('{')).toThrow(refused);
  // One line that names the file, and the model as the file counts it.
  expect(() => manifestWith('{"models": [{"layout": "yolox", "id": "A B"}]}')).toThrow(
    /^manifest\.json: models\[0\]\.id: [^\n]*; models\[0\]\.task: [^\n]*$/,
  );
  expect(() => manifestWith('{"models": [{}], "labelSets": {"coco": ["cat"]}}')).toThrow(/"coco"/);
});
