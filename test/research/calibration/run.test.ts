import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { detectPicture } from '../../../research/calibration/detect-pictures.ts';
import { openDetector } from '../../../shared/inference/detectors/open-detector.ts';
import type { NetworkModel } from '../../../shared/inference/models/manifest.ts';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import { encodeJpeg } from '../../../shared/media/pictures/jpeg.ts';
import { calibrated } from '../../../shared/vision/network/calibration.ts';
import { writeTinyNetwork } from '../../support/models/tiny-network.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const PICTURES = 60;
/** What the tiny network is made to need, by which of its boxes are marked as objects. */
const NEEDED = { a: 1.4, b: 1.4, c: 0.7 };

const folder = temporaryFolder();
const images = path.join(folder.path, 'images');
const annotations = path.join(folder.path, 'boxes.json');

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const calibrate = async (...args: string[]): Promise<Ended> =>
  await promisify(execFile)(process.execPath, [path.join(root, 'research/calibration/run.ts'), ...args], {
    cwd: root,
    env: { ...process.env, VMS_MODELS_DIR: folder.path },
  }).then(
    (streams) => ({ code: 0, ...streams }),
    (error: Ended) => error,
  );

const writeManifest = (model: NetworkModel, more: object = {}) =>
  writeFile(
    path.join(folder.path, 'manifest.json'),
    JSON.stringify({
      default: model.id,
      models: [{ ...model, labels: 'things', ...more }],
      labelSets: { things: model.labels },
    }),
  );

let model: NetworkModel;

/** Grey pictures, and as their objects what the network finds in them, each with the probability that its score should mean. */
beforeAll(async () => {
  const network = await writeTinyNetwork(folder.path);
  model = network.model;
  await writeManifest(model);
  await mkdir(images);
  const random = seededRandom(5);
  const detector = await openDetector({ ...network, threads: 1 });
  const boxes: object[] = [];
  for (let id = 0; id < PICTURES; id++) {
    const file = `${id}.jpg`;
    const data = new Uint8Array(3 * 32 * 32).fill(70 + 3 * id);
    await writeFile(path.join(images, file), await encodeJpeg({ width: 32, height: 32, data }));
    for (const { box, score } of await detectPicture(detector, images, file, 0.01)) {
      const bbox = [box.x, box.y, box.width, box.height];
      if (random() < calibrated(score, NEEDED)) boxes.push({ image_id: id, category_id: 1, bbox });
    }
  }
  await detector.close();
  await writeFile(
    annotations,
    JSON.stringify({
      images: Array.from({ length: PICTURES }, (_, id) => ({ id, file_name: `${id}.jpg` })),
      annotations: boxes,
      categories: [
        { id: 1, name: 'thing' },
        { id: 2, name: 'griffin\u001b[31m' },
      ],
    }),
  );
  return () => folder[Symbol.dispose]();
});

const all = ['--images', images, '--annotations', annotations];

test('the calibration that a network needs is measured, and once written into the manifest measured as the same', async () => {
  const first = await calibrate(...all);
  expect(first).toMatchObject({
    code: 0,
    stderr: 'Left out, as tiny does not know them: griffin\\u001b[31m\n',
  });
  const written = JSON.parse(/"calibration": (\{.*\})/.exec(first.stdout)?.[1] ?? '{}');
  for (const score of [0.2, 0.5, 0.8])
    expect(Math.abs(calibrated(score, written) - calibrated(score, NEEDED))).toBeLessThan(0.08);
  await writeManifest(model, { calibration: written });
  expect((await calibrate(...all)).stdout).toBe(first.stdout);
});

describe('what cannot be measured is reported in one line:', () => {
  test.each([
    ['nothing', 2, [], '--images FOLDER --annotations FILE are needed'],
    [
      'no such annotations',
      1,
      ['--images', images, '--annotations', 'none.json'],
      'There is no such file or folder: none.json',
    ],
    ['no JSON', 1, ['--images', images, '--annotations', 'README.md'], 'README.md is not JSON.'],
    [
      'pictures elsewhere',
      1,
      ['--images', root, '--annotations', annotations],
      `There is no such file or folder: ${path.join(root, '0.jpg')}`,
    ],
    ['an unknown model', 2, [...all, '--model', 'nix'], '--model: no model "nix"; known: '],
    [
      'a model that is not installed',
      1,
      [...all, '--model', 'picodet-s-416'],
      'picodet_s_416_coco.onnx is in none of',
    ],
    ['a model of movement', 2, [...all, '--model', 'moving-object'], 'moving-object looks for movement'],
  ] as const)('%s', async (_, code, args, message) => {
    const ended = await calibrate(...args);
    expect(ended).toMatchObject({ code, stdout: '' });
    const lines = ended.stderr
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('Left out'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(message);
  });

  test('a picture of another kind', { tags: 'long' }, async () => {
    const others = path.join(folder.path, 'others');
    await mkdir(others);
    await writeFile(path.join(others, '0.jpg'), 'not a picture');
    const ended = await calibrate('--images', others, '--annotations', annotations);
    await rm(others, { recursive: true });
    expect(ended).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `Left out, as tiny does not know them: griffin\\u001b[31m\n${path.join(others, '0.jpg')} is not a JPEG picture that can be decoded.\n`,
    });
  });
});
