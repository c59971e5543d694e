import { expect, test } from 'vitest';
import { DocumentComparison } from '../../../../../../console/pages/video/editor/documents/document-comparison.ts';
import { bytesOf, madeDocument } from './made-document.ts';

const HOSTILE = '<script>alert(1)</script> \u202Egnp.\u{1F3AC}';

test('changes name objects and entries, and tracks by their frames', () => {
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
    [
      'changed',
      `objects > ${HOSTILE} > track`,
      '2 keyframes, frames 0–1',
      '0 keyframes; 2 keyframes differ, frames 0–1',
    ],
    ['removed', 'objects > car', expect.stringContaining('"track":"2 keyframes, frames 0–1"'), null],
    ['removed', 'layers > Titles > overlays > Hello', expect.stringContaining('Hello'), null],
  ]);
});

test('the track of an object that was seen once is one keyframe long', () => {
  const { changes } = new DocumentComparison().compare(
    bytesOf(madeDocument(0, 1)),
    bytesOf(madeDocument(1, 1)),
  );
  expect(changes[0]?.after).toContain('"track":"1 keyframe, frame 0"');
});

test('a changed track says which of its frames differ', () => {
  const before = madeDocument(1, 12);
  const after = structuredClone(before);
  const { track } = Object(after.objects).o0;
  track[4].x = 0.3;
  track[6].hidden = true;
  track.push({ ...track[11], frame: 20 });
  const { changes } = new DocumentComparison().compare(bytesOf(before), bytesOf(after));
  expect(changes.map(({ before: was, after: is }) => [was, is])).toEqual([
    ['12 keyframes, frames 0–11', '13 keyframes, frames 0–20; 3 keyframes differ, frames 4–20'],
  ]);
});

test.each([7, [7], [{ frame: 'first' }]])('what is no track is shown as it is: %j', (track) => {
  const after = madeDocument(1, 2);
  Object(after.objects).o0.track = track;
  const { changes } = new DocumentComparison().compare(bytesOf(madeDocument(1, 2)), bytesOf(after));
  expect(changes[0]?.after).toBe(JSON.stringify(track));
});

test('the data of a picture is named by its length, wherever in a value it is', () => {
  const picture = `data:image/png;base64,${'iVBORw0KGgo'.repeat(1000)}`;
  const after = { ...madeDocument(0, 0), note: picture, logo: { config: { image: picture, alt: 'data:,' } } };
  const { changes } = new DocumentComparison().compare(bytesOf(madeDocument(0, 0)), bytesOf(after));
  const words = 'data:image/png;base64,… (11,022 characters)';
  expect(changes.map((change) => change.after)).toEqual([
    JSON.stringify(words),
    JSON.stringify({ config: { image: words, alt: 'data:,' } }),
  ]);
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
