import { expect, test } from 'vitest';
import { trackedObject } from '../../../shared/contract/schemas/object.ts';
import { listTrackedObjects } from '../../../shared/domain/document/tracked-objects.ts';
import { storedObject } from './documents.ts';

test('objects are listed by first frame, then id, with the contract fields only', () => {
  const objects = [
    storedObject('c', { firstFrame: 3, secret: 1 }),
    storedObject('b', { firstFrame: 3 }),
    storedObject('a', { firstFrame: 20 }),
    storedObject('d', { firstFrame: 0 }),
  ];
  const listed = listTrackedObjects(Object.fromEntries(objects.map((object) => [object.id, object])));
  expect(listed.map(({ id }) => id)).toEqual(['d', 'b', 'c', 'a']);
  for (const object of listed) expect(trackedObject.strict().parse(object)).toEqual(object);
});
