import { expect, test } from 'vitest';
import { LIMITS } from '../../shared/contract/limits.ts';
import { partSizeFor, partsOf } from '../../shared/domain/direct-upload.ts';

const MIB = 1024 * 1024;

test.each([
  [1, 8 * MIB, 1],
  [8 * MIB, 8 * MIB, 1],
  [8 * MIB + 1, 8 * MIB, 2],
  [8000 * MIB, 8 * MIB, 1000],
  [8000 * MIB + 1, 9 * MIB, 889],
  [LIMITS.directUploadBytes, 11 * MIB, 931],
])('a file of %i bytes goes in parts of %i bytes: %i of them', (fileSize, partSize, count) => {
  expect(partSizeFor(fileSize)).toBe(partSize);
  const parts = partsOf(fileSize, partSize);
  expect(parts).toHaveLength(count);
  expect(parts.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, i) => i + 1));
  expect(parts.reduce((sum, { size }) => sum + size, 0)).toBe(fileSize);
  for (const { size } of parts.slice(0, -1)) expect(size).toBe(partSize);
});
