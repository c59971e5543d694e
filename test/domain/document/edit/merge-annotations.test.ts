import { expect, test } from 'vitest';
import { emptySections } from '../../../../shared/domain/document/document.ts';
import { mergeAnnotations } from '../../../../shared/domain/document/edit/merge-objects.ts';
import type { JsonObject } from '../../../../shared/domain/json/json.ts';
import { parseJson } from '../../../../shared/domain/json/parse-json.ts';
import { assembleDocument } from '../../../support/videos/assemble-document.ts';
import { deepFreeze, storedObject, videoDetails } from '../documents.ts';

const object = deepFreeze(storedObject('a', { userLabel: 'Taxi', customData: { n: 1 } }));

/** An object with `depth` containers inside one another. */
const nested = (depth: number): JsonObject => (depth === 1 ? {} : { a: nested(depth - 1) });

test('absent members stay as they are, and an edit that changes nothing gives the same object', () => {
  expect(mergeAnnotations(object, {})).toBe(object);
  expect(mergeAnnotations(object, { userLabel: 'Taxi', customData: { n: 1, gone: null } })).toBe(object);
  expect(mergeAnnotations(object, { userLabel: null })).toEqual({ ...object, userLabel: null });
  expect(mergeAnnotations(object, { customData: { m: 2 } })).toEqual({
    ...object,
    customData: { n: 1, m: 2 },
  });
});

test('errors name the parameter as the request does', () => {
  expect(() => mergeAnnotations(object, { userLabel: 5 })).toThrow(
    expect.objectContaining({ field: 'userLabel' }),
  );
  expect(() => mergeAnnotations(object, { customData: 'x' })).toThrow(
    expect.objectContaining({ field: 'customData' }),
  );
});

test('a name that no client may give now stays until it is replaced', () => {
  const named = deepFreeze(storedObject('a', { userLabel: '' }));
  expect(mergeAnnotations(named, { userLabel: '', customData: { m: 2 } })).toMatchObject({ userLabel: '' });
  expect(mergeAnnotations(named, { userLabel: 'Taxi' })).toMatchObject({ userLabel: 'Taxi' });
  for (const userLabel of ['', 'a\0b']) {
    expect(() => mergeAnnotations(object, { userLabel })).toThrow(
      expect.objectContaining({ code: 'INVALID_PARAMETER', field: 'userLabel' }),
    );
  }
});

test('customData is never so deep that its document could not be sent back', () => {
  const edited = mergeAnnotations(object, { customData: nested(61) });
  const document = assembleDocument({ ...emptySections(videoDetails), objects: { a: edited } }, {});
  expect(parseJson(JSON.stringify(document))).toEqual(document);
  expect(() => mergeAnnotations(object, { customData: nested(62) })).toThrow(
    expect.objectContaining({ code: 'INVALID_PARAMETER', details: { min: 0, max: 61, provided: 62 } }),
  );
});
