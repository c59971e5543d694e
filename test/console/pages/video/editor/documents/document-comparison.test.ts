import { expect, test } from 'vitest';
import { DocumentComparison } from '../../../../../../console/pages/video/editor/documents/document-comparison.ts';
import { bytesOf, madeDocument } from './made-document.ts';

const HOSTILE = '<script>alert(1)</script> \u202Egnp.\u{1F3AC}';

test('changes name objects and entries, and tracks by their length', () => {
  const before = madeDocument(2, 2);
  const after = structuredClone(before);
  const objects = Object(after.objects);
  objects.o0 = { ...objects.o0, userLabel: HOSTILE, track: [] };
  delete objects.o1;
  after.layers = [{ id: 'l1', name: 'Titles', overlays: [] }];
  const { changes, count } = new DocumentComparison().compare(bytesOf(before), bytesOf(after));
  const reported = changes.map(({ kind, place, before: was, after: is }) => {
    return [kind, place.map(({ text }) => text).join(' > '), was, is];
  });
  expect(count).toBe(4);
  expect(reported).toEqual([
    ['changed', `objects > ${HOSTILE} > userLabel`, 'null', JSON.stringify(HOSTILE)],
    ['changed', `objects > ${HOSTILE} > track`, '2 keyframes', '0 keyframes'],
    ['removed', 'objects > car', expect.stringContaining('"track":"2 keyframes"'), null],
    ['removed', 'layers > Titles > overlays > Hello', expect.stringContaining('Hello'), null],
  ]);
});

test('the track of an object that was seen once is one keyframe long', () => {
  const { changes } = new DocumentComparison().compare(
    bytesOf(madeDocument(0, 1)),
    bytesOf(madeDocument(1, 1)),
  );
  expect(changes[0]?.after).toContain('"track":"1 keyframe"');
});

test('of more than 2,000 changes the first are shown, and all are counted', () => {
  const comparison = new DocumentComparison();
  const { changes, count } = comparison.compare(bytesOf(madeDocument(2500, 1)), bytesOf(madeDocument(0, 1)));
  expect(changes).toHaveLength(2000);
  expect(count).toBe(2500);
});

test('texts of large documents are reduced to what differs, and refused if that is large, too', () => {
  const comparison = new DocumentComparison();
  const before = madeDocument(1500, 20);
  const after = structuredClone(before);
  Object(after.objects).o7.userLabel = 'Mine';
  comparison.compare(bytesOf(before), bytesOf(after));
  const texts = comparison.texts();
  expect(texts?.reduced).toBe(true);
  expect(Object.keys(JSON.parse(texts?.after ?? '').objects)).toEqual(['o7']);
  comparison.compare(bytesOf(before), bytesOf({}));
  expect(comparison.texts()).toBeNull();
  comparison.compare(bytesOf(madeDocument(1, 1)), bytesOf(madeDocument(0, 1)));
  expect(comparison.texts()?.reduced).toBe(false);
});
