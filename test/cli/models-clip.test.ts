import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writeTinyClip } from '../support/models/tiny-clip-model.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { vms } from './vms.ts';

// Every step starts processes.
vi.setConfig({ testTimeout: 120_000 });

const folder = temporaryFolder();
const clip = path.join(folder.path, 'clip');
const manifest = path.join(clip, 'manifest.json');
const ABOUT = ['--id', 'tiny-clip', '--licence', 'Apache-2.0', '--source', 'https://example.org'] as const;

beforeAll(async () => {
  await writeTinyClip(folder.path);
  await rm(manifest);
});
afterAll(() => folder[Symbol.dispose]());

test('a model laid out as on the Hugging Face hub is described and tried out', async () => {
  const { code, stdout } = await vms(['models', 'clip', clip, ...ABOUT]);
  expect([code, stdout]).toEqual([0, expect.stringContaining('tiny-clip can be used')]);
  const described = JSON.parse(await readFile(manifest, 'utf8'));
  expect(described).toMatchObject({
    id: 'tiny-clip',
    licence: 'Apache-2.0',
    source: 'https://example.org',
    logitScale: 100,
    prompt: expect.stringContaining('{}'),
    files: { textModel: { path: 'onnx/text_model.onnx', sha256: expect.any(String) } },
  });
});

test('of several variants of the networks the one is taken that is asked for', async () => {
  const missing = await vms(['models', 'clip', clip, ...ABOUT, '--variant', 'quantized']);
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('text_model_quantized.onnx')]);
  const network = (half: string, suffix = '') => path.join(clip, 'onnx', `${half}_model${suffix}.onnx`);
  for (const half of ['text', 'vision']) await rename(network(half), network(half, '_quantized'));
  const { code } = await vms(['models', 'clip', clip, ...ABOUT, '--variant', 'quantized']);
  expect(code).toBe(0);
  expect(JSON.parse(await readFile(manifest, 'utf8')).files.visionModel.path).toBe(
    'onnx/vision_model_quantized.onnx',
  );
});

test('a folder that would not be found, and one without a model, are refused', async () => {
  const other = path.join(folder.path, 'other');
  await mkdir(path.join(other, 'clip'), { recursive: true });
  const misnamed = await vms(['models', 'clip', other, ...ABOUT]);
  expect([misnamed.code, misnamed.stderr]).toEqual([2, expect.stringContaining('must be called "clip"')]);
  const empty = await vms(['models', 'clip', path.join(other, 'clip'), ...ABOUT]);
  expect([empty.code, empty.stderr]).toEqual([1, expect.stringContaining('no such file')]);
});
