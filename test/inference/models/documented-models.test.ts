import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { modelManifest } from '../../../shared/inference/models/manifest.ts';

const read = (file: string): string =>
  readFileSync(path.resolve(import.meta.dirname, '../../..', file), 'utf8').replace(/(?<=\S)\n(?=\S)/g, ' ');
const section = read('docs/models.md').split('## The models of the service')[1]?.split('## ')[0] ?? '';

test('docs/models.md names each network that the service knows, and its default', () => {
  const networks = modelManifest.models.filter(({ layout }) => layout !== 'moving-object');
  expect([...section.matchAll(/\(`([\w-]+)`/g)].map(([, id]) => id)).toEqual(networks.map(({ id }) => id));
  expect(section).toContain(`(\`${modelManifest.default}\`), which is its default`);
});

test('docs/models.md gives the figures of their agreement as research/calibration.md has them', () => {
  const [, right, found] =
    /best balance of right and found \(F1\) +[\d.]+ +[\d.]+ +([\d.]+ %) +([\d.]+ %)/.exec(
      read('research/calibration.md'),
    ) ?? [];
  expect(section).toContain(`finds ${found} of what PicoDet-S is sure of, and ${right} of what it reports`);
});
