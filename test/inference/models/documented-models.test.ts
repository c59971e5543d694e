import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { modelManifest } from '../../../shared/inference/models/manifest.ts';

const text = readFileSync(path.resolve(import.meta.dirname, '../../../docs/models.md'), 'utf8');
const section = /^## The models of the service\n(.*?)^## /ms.exec(text)?.[1] ?? '';

test('docs/models.md names each network that the service knows, and its default', () => {
  const networks = modelManifest.models.filter(({ layout }) => layout !== 'moving-object');
  expect([...section.matchAll(/\(`([\w-]+)`/g)].map(([, id]) => id)).toEqual(networks.map(({ id }) => id));
  expect(section).toContain(`(\`${modelManifest.default}\`), which is its default`);
});

test('what it says of their agreement are the figures of the table below it', () => {
  const [, right, found] =
    /best balance of right and found \(F1\) .* ([\d.]+ %) +([\d.]+ %)$/m.exec(text) ?? [];
  expect(section).toContain(`finds ${found} of what PicoDet-S is sure of, and ${right} of what it reports`);
});
