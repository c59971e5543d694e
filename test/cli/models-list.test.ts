import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addTinyModel } from '../support/models/added-models.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { vms } from './vms.ts';

vi.setConfig({ testTimeout: 60_000 });

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder[Symbol.dispose]());

/** What is listed, in words and as JSON. */
async function listed() {
  const env = { VMS_MODELS_DIR: folder.path, VMS_DETECTOR: '' };
  const [text, json] = [
    await vms(['models', 'list'], { env }),
    await vms(['models', 'list', '--json'], { env }),
  ];
  expect([text.code, json.code]).toEqual([0, 0]);
  const { models, refused } = JSON.parse(json.stdout);
  return {
    text: text.stdout,
    refused,
    model: (id: string) => models.find((one: { id: string }) => one.id === id),
  };
}

test('an added model that runs is listed with its file', async () => {
  await addTinyModel(folder.path);
  const { model, refused } = await listed();
  expect(model('tiny')).toMatchObject({
    role: 'default',
    problem: null,
    path: expect.stringContaining('tiny.onnx'),
  });
  expect(refused).toBeNull();
});

test('an added model that does not run is listed as such, with the reason', async () => {
  await addTinyModel(folder.path, { labels: 'coco' });
  const { model, text } = await listed();
  expect(model('tiny')).toMatchObject({ path: null, problem: expect.stringContaining('not a YOLOX head') });
  expect(text).toMatch(/tiny +default, ssdlite-mobilenet-v2 is used .*not usable: .*not a YOLOX head/);
});

test('where the file that adds models is refused, the models of the service are listed, and why', async () => {
  await addTinyModel(folder.path, { layout: 'detr' });
  const { model, refused, text } = await listed();
  expect([model('tiny'), model('moving-object').path]).toEqual([undefined, expect.any(String)]);
  expect(refused).toMatch(
    /manifest\.json is not used: .*layout: must be one of "yolox", "gfl", "ssd", "moving-object"$/,
  );
  expect(text).toContain(refused);
});
