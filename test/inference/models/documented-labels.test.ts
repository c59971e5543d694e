import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { modelById, modelManifest } from '../../../shared/inference/models/manifest.ts';

test('docs/detection.md lists the labels of the default model', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../../docs/detection.md'), 'utf8');
  const quoted = text.split('\n').flatMap((line) => (line.startsWith('> ') ? [line.slice(2)] : []));
  const listed = quoted
    .join(' ')
    .split(',')
    .map((label) => label.trim());
  expect(listed).toEqual(modelById(modelManifest, modelManifest.default).labels);
});
