import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { digestOf, modelsDescription } from '../../../sdk/python/scripts/description.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');

test('the models of the Python package are made of the description of today: otherwise `npm run sdk:python`', async () => {
  const [, digest] =
    /^# SHA-256 of that: (\w+)$/m.exec(await read('sdk/python/src/video_metadata/models.py')) ?? [];
  expect(digest).toBe(digestOf(modelsDescription()));
});

test('the Python package has the version of the service', async () => {
  const { version } = JSON.parse(await read('package.json')) as { version: string };
  expect(await read('sdk/python/src/video_metadata/_version.py')).toBe(`__version__ = "${version}"\n`);
});

test('the Python package has the licence of the service', async () => {
  expect(await read('sdk/python/LICENSE')).toBe(await read('LICENSE'));
});
