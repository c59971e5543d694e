import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SCRIPT = readFileSync(path.resolve(import.meta.dirname, '../../.ci/run'), 'utf8');

test('the script of the checks runs Node by npm: a machine may have another version, or none', () => {
  const byItself = SCRIPT.split('\n').filter((line) => /(^|[;&|(]\s*)(node|vitest|tsc|biome)\b/.test(line));
  expect(byItself).toEqual([]);
});
