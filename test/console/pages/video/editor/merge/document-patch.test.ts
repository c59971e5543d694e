import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ChangeTooLarge,
  mergePatchBetween,
  patchBetween,
} from '../../../../../../console/pages/video/editor/merge/document-patch.ts';
import { mergePatch } from '../../../../../../shared/domain/json/merge-patch.ts';
import { jsonDocument } from './json-documents.ts';

const objects = (count: number, object: (i: number) => unknown) => ({
  objects: Object.fromEntries(Array.from({ length: count }, (_, i) => [`o${i}`, object(i)])),
});

test('a merge patch, applied by the service, makes the second document of the first, or is refused', () => {
  let refused = 0;
  fc.assert(
    fc.property(jsonDocument, jsonDocument, (before, after) => {
      let patch: unknown;
      try {
        patch = mergePatchBetween(before, after);
      } catch (error) {
        expect(error).toBeInstanceOf(ChangeTooLarge);
        expect(JSON.stringify(after)).toContain('null');
        refused++;
        return;
      }
      expect(mergePatch(before, patch)).toEqual(after);
    }),
    { numRuns: 1000 },
  );
  expect(refused).toBeLessThan(500);
});

test('equal documents need no patch', () => {
  expect(patchBetween({ a: [1] }, { a: [1] })).toBeNull();
});

test('500 changes are a JSON Patch, more of them a merge patch', () => {
  const before = objects(501, () => ({ userLabel: 'a' }));
  const after = objects(501, (i) => ({ userLabel: i === 0 ? 'a' : 'b' }));
  expect(patchBetween(before, after)?.mediaType).toBe('application/json-patch+json');
  const { mediaType, body } =
    patchBetween(
      before,
      objects(501, () => ({ userLabel: 'b' })),
    ) ?? {};
  expect(mediaType).toBe('application/merge-patch+json');
  expect(Object.keys(JSON.parse(body ?? '').objects)).toHaveLength(501);
});

test('what neither kind of patch can say is refused before it is sent', () => {
  const before = objects(501, () => ({ userLabel: 'a' }));
  expect(() =>
    patchBetween(
      before,
      objects(501, () => ({ userLabel: null })),
    ),
  ).toThrow(ChangeTooLarge);
  expect(() => patchBetween({}, { text: 'x'.repeat(2 ** 20) })).toThrow(ChangeTooLarge);
});
