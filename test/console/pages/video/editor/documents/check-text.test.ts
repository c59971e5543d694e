import { describe, expect, test } from 'vitest';
import { checkText } from '../../../../../../console/pages/video/editor/documents/check-text.ts';
import { indented, sectionsOf } from '../../../../../../console/pages/video/editor/documents/sections.ts';
import type { JsonObject } from '../../../../../../shared/domain/json/json.ts';
import { madeDocument } from './made-document.ts';

const document = madeDocument(2, 2);

/** The faults of a text of the document, with what each of them marks. */
function faultsOf(text: string, edited: JsonObject = document, key = 'document') {
  const section = sectionsOf(edited).find((it) => it.key === key);
  if (section === undefined) throw new Error(`There is no section ${key}`);
  return checkText(section, text, edited).map(
    ({ from, to, message }) => `${text.slice(from, to)}: ${message}`,
  );
}

const changed = (change: (copy: Record<string, unknown>) => void): string => {
  const copy = structuredClone(document);
  change(copy);
  return indented(copy);
};

test('the document of the service has no faults', () => {
  expect(faultsOf(indented(document))).toEqual([]);
});

describe('marked is', () => {
  test.each<[string, string, string]>([
    ['a comma that is missing', '{"a": 1 "b": 2}', '"b": Comma expected'],
    ['a comma too many', '{"a": [1,]}', ']: Value expected'],
    ['a comment', '{} // all', '// all: Invalid comment token'],
    ['a bracket that is missing', '{"a": 1', ': Close brace expected'],
  ])('%s', (_, text, fault) => {
    expect(faultsOf(text)).toContain(fault);
  });

  test('a text that is empty', () => {
    expect(faultsOf('')).not.toEqual([]);
  });

  test.each<[string, (copy: Record<string, unknown>) => unknown, RegExp]>([
    [
      'a value of another type',
      (copy) => Object.assign(copy, { layers: [{ id: 7, overlays: [] }] }),
      /^"id": .*string/,
    ],
    ['a member that is missing', (copy) => Object.assign(copy, { layers: [{ id: 'x' }] }), /^.*array/s],
    [
      'a read-only member',
      (copy) => Object.assign(copy, { videoDetails: { fps: 1 } }),
      /^"\w+": This cannot be changed$/,
    ],
    [
      'what the service found out about an object',
      ({ objects }) => Object.assign(Object(objects).o0, { label: 'bus' }),
      /^"label": This cannot be changed$/,
    ],
    [
      'an object that the document does not have',
      ({ objects }) => Object.assign(Object(objects), { x: { ...Object(objects).o0, id: 'x' } }),
      /^"x": There is no such object$/,
    ],
  ])('%s', (_, change, fault) => {
    expect(faultsOf(changed(change))).toContainEqual(expect.stringMatching(fault));
  });
});

test('what may be changed is not marked', () => {
  const text = changed((copy) => {
    const objects = Object(copy.objects);
    objects.o0.userLabel = 'Mine';
    objects.o0.customData = { anything: [null] };
    delete objects.o1;
    copy.layers = [];
    copy.fresh = { any: 'thing' };
  });
  expect(faultsOf(text)).toEqual([]);
});

test('in a section of a large document the places are those of its text', () => {
  const large = madeDocument(1500, 20);
  const text = indented(
    sectionsOf(large)
      .find(({ key }) => key === 'objects 0')
      ?.read(large),
  );
  expect(faultsOf(text, large, 'objects 0')).toEqual([]);
  const wrong = text.replace('"label": "car"', '"label": 7');
  const faults = faultsOf(wrong, large, 'objects 0');
  expect(faults).toContainEqual(expect.stringMatching(/^"label": .*string/));
  expect(faultsOf('[]', large, 'objects 0')).toEqual(['[: This must be an object, in braces']);
});
