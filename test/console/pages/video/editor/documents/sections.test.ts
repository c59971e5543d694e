import { describe, expect, test } from 'vitest';
import { indented, sectionsOf } from '../../../../../../console/pages/video/editor/documents/sections.ts';
import type { JsonObject } from '../../../../../../shared/domain/json/json.ts';
import { madeDocument } from './made-document.ts';

const large = madeDocument(1500, 20);
const sections = sectionsOf(large);
const sectionCalled = (key: string) => {
  const section = sections.find((it) => it.key === key);
  if (section === undefined) throw new Error(`There is no section ${key}`);
  return section;
};
const objectsOf = (document: JsonObject) => document.objects as Record<string, JsonObject>;

test('a small document is one section', () => {
  const document = madeDocument(3, 3);
  const [whole, ...others] = sectionsOf(document);
  expect(others).toEqual([]);
  expect(whole?.read(document)).toBe(document);
});

test('a large document has its lists, a thousand objects at a time, and the rest', () => {
  expect(sections.map(({ label }) => label)).toEqual([
    'Layers',
    'Variables',
    'Rules',
    'Objects 1–1,000',
    'Objects 1,001–1,500',
    'Other members',
  ]);
  expect(Math.max(...sections.map((section) => indented(section.read(large)).length))).toBeLessThan(1e6);
});

test('every section, written as it was read, leaves the document as it was', () => {
  for (const section of sections) expect(section.write(large, section.read(large))).toEqual(large);
});

describe('objects of a large document', () => {
  const section = sectionCalled('objects 1000');

  test('are shown without their tracks, which they keep when they are written', () => {
    const shown = section.read(large) as Record<string, JsonObject>;
    expect(Object.keys(shown)).toHaveLength(500);
    expect(shown.o1000).not.toHaveProperty('track');
    const edited = section.write(large, { ...shown, o1000: { ...shown.o1000, userLabel: 'Mine' } });
    expect(objectsOf(edited).o1000).toEqual({ ...objectsOf(large).o1000, userLabel: 'Mine' });
  });

  test('that are missing in the text are removed, those of other sections are not', () => {
    const { o1001: _, ...others } = section.read(large) as Record<string, JsonObject>;
    const objects = objectsOf(section.write(large, others));
    expect(Object.keys(objects)).toHaveLength(1499);
    expect(objects).not.toHaveProperty('o1001');
  });

  test('that are new in the text are in the document, for the service to refuse', () => {
    const edited = section.write(large, { ...(section.read(large) as object), fresh: { id: 'fresh' } });
    expect(objectsOf(edited).fresh).toEqual({ id: 'fresh' });
  });
});

test('a member that has a section of its own is refused among the others, not dropped', () => {
  expect(() => sectionCalled('other').write(large, { note: 'new', layers: [] })).toThrow(/layers/);
  expect(() => sectionCalled('other').write(large, [])).toThrow(TypeError);
});
