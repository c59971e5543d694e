import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../../../../shared/contract/errors.ts';
import type { JsonPatchOperation } from '../../../../shared/contract/schemas/json-patch.ts';
import type { Identified, Layer } from '../../../../shared/contract/schemas/metadata.ts';
import type { Sections } from '../../../../shared/domain/document/document.ts';
import type { DocumentEdit, EditResult } from '../../../../shared/domain/document/edit/document-edit.ts';
import {
  type Entries,
  type EntryAddress,
  replacedEntries,
} from '../../../../shared/domain/document/edit/narrow-edit.ts';
import { objectEdit } from '../../../../shared/domain/document/edit/object-edits.ts';
import {
  jsonPatchEdit,
  mergeByIdEdit,
  mergePatchEdit,
} from '../../../../shared/domain/document/edit/patch-edits.ts';
import type { JsonObject } from '../../../../shared/domain/json/json.ts';
import { countedIds, patches, sampleSections, sampleTracks } from '../documents.ts';

type List = readonly Identified[];

const among = (list: List, step: string | number | undefined): number =>
  typeof step === 'number' ? step : list.findIndex(({ id }) => id === step);

/** The sections with these entries only, as a store gives them; null if any is not there. */
function onlyEntries(entries: Entries): Partial<Sections> | null {
  const sections: Record<string, unknown> = {};
  for (const [name, addresses] of Object.entries(entries)) {
    const section: unknown = sampleSections()[name as keyof Sections];
    const found = Array.isArray(section)
      ? onlyInList(section, addresses)
      : onlyMembers(section as Record<string, unknown>, addresses);
    if (found === null) return null;
    sections[name] = found;
  }
  return sections;
}

function onlyMembers(section: Record<string, unknown>, addresses: readonly EntryAddress[]): unknown {
  const names = addresses.map(([name]) => String(name));
  if (!names.every((name) => Object.hasOwn(section, name))) return null;
  return Object.fromEntries(Object.entries(section).filter(([name]) => names.includes(name)));
}

function onlyInList(list: List, addresses: readonly EntryAddress[]): unknown {
  const places = addresses.map(([first, second]) => ({ at: among(list, first), second }));
  if (places.some(({ at }) => list[at] === undefined)) return null;
  const kept: unknown[] = [];
  for (const [at, entry] of list.entries()) {
    const here = places.filter((place) => place.at === at);
    if (here.length === 0) continue;
    const { overlays } = entry as Layer;
    if (overlays === undefined) kept.push(entry);
    else {
      const below = here.flatMap(({ second }) => (second === undefined ? [] : [among(overlays, second)]));
      if (below.some((place) => overlays[place] === undefined)) return null;
      kept.push({ ...entry, overlays: overlays.filter((_, place) => below.includes(place)) });
    }
  }
  return kept;
}

/** The document with other values of some entries. */
function withEntries(entries: Partial<Sections>): Partial<Sections> {
  const sections: Record<string, unknown> = {};
  const inList = (list: List, others: List): unknown[] =>
    list.map((entry) => {
      const other = others.find(({ id }) => id === entry.id);
      if (other === undefined) return entry;
      if (!('overlays' in entry)) return other;
      return { ...other, overlays: inList((entry as Layer).overlays, (other as Layer).overlays) };
    });
  for (const [name, replaced] of Object.entries(entries)) {
    const section: unknown = sampleSections()[name as keyof Sections];
    sections[name] = Array.isArray(section)
      ? inList(section, replaced as List)
      : { ...(section as object), ...replaced };
  }
  return sections;
}

function whole(edit: DocumentEdit): EditResult | ApiError {
  const { plan } = edit;
  const sections = Object.fromEntries(plan.sections.map((name) => [name, sampleSections()[name]]));
  try {
    return edit.apply({ sections, ...(plan.tracks && { tracks: sampleTracks() }) });
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** What an edit does to a few entries; null where it has to be made on all of them. */
function narrow({ narrow: edit }: DocumentEdit): Partial<Sections> | null {
  const before = edit === undefined ? null : onlyEntries(edit.entries);
  if (edit === undefined || before === null) return null;
  try {
    return replacedEntries(before, edit.apply({ sections: before }).sections);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** @returns whether the edit could be made on a few entries */
function expectSame(edit: DocumentEdit): boolean {
  const entries = narrow(edit);
  if (entries === null) return false;
  const result = whole(edit);
  if (result instanceof ApiError) throw new Error('It is refused on all entries', { cause: result });
  // What is touched, but has no entry that changed, is as it was.
  const changed = (sections: Partial<Sections>) => ({ ...sampleSections(), ...sections });
  expect(changed(withEntries(entries))).toEqual(changed(result.sections));
  return true;
}

const jsonPatch = (operations: readonly unknown[]): DocumentEdit =>
  jsonPatchEdit(operations as JsonPatchOperation[], []);

const narrowEdits: [string, DocumentEdit, Partial<Record<keyof Sections, unknown>>][] = [
  [
    'an overlay, by id',
    mergeByIdEdit({ layers: [{ id: 'l2', overlays: [{ id: 'o3', name: 'New' }] }] }, countedIds()),
    { layers: [expect.objectContaining({ id: 'l2', overlays: [expect.objectContaining({ name: 'New' })] })] },
  ],
  [
    'a variable, by id',
    mergeByIdEdit({ variables: [{ id: 'v2', value: 3 }] }, countedIds()),
    { variables: [{ id: 'v2', value: 3 }] },
  ],
  [
    'an unknown member',
    mergePatchEdit({ theme: { dark: false } }),
    { extra: { theme: { dark: false, colors: ['red', 'blue'] } } },
  ],
  [
    'an object',
    objectEdit('a', { userLabel: 'Bus' }),
    { objects: { a: expect.objectContaining({ userLabel: 'Bus' }) } },
  ],
  [
    'entries by position',
    jsonPatch([
      { op: 'replace', path: '/variables/1/value', value: 5 },
      { op: 'test', path: '/layers/1/overlays/2/id', value: 'o3' },
      { op: 'replace', path: '/layers/1/overlays/1', value: { id: 'o2', name: 'N' } },
      { op: 'copy', from: '/rules/0/when', path: '/layers/0/when' },
    ]),
    {
      variables: [{ id: 'v2', value: 5 }],
      layers: [
        expect.objectContaining({ id: 'l1', when: { variable: 'v1' }, overlays: [] }),
        expect.objectContaining({ id: 'l2', overlays: [{ id: 'o2', name: 'N' }] }),
      ],
    },
  ],
];

test.each(narrowEdits)('an edit of %s is made on the entries that it names', (_, edit, expected) => {
  expect(narrow(edit)).toEqual(expected);
  expectSame(edit);
});

test.each<[string, DocumentEdit]>([
  ['an object is removed', mergeByIdEdit({ objects: { a: null } }, countedIds())],
  ['an object is removed, by $delete', mergeByIdEdit({ objects: { a: { $delete: true } } }, countedIds())],
  ['all objects are removed', mergePatchEdit({ objects: null })],
  ['a track is sent back', mergeByIdEdit({ objects: { a: { track: [] } } }, countedIds())],
  ['an entry is added', mergeByIdEdit({ variables: [{ id: 'v9' }] }, countedIds())],
  ['an entry without an id is added', mergeByIdEdit({ rules: [{}] }, countedIds())],
  [
    'an overlay is removed',
    mergeByIdEdit({ layers: [{ id: 'l1', overlays: [{ id: 'o1', $delete: true }] }] }, countedIds()),
  ],
  ['a member is removed', mergePatchEdit({ theme: null })],
  ['a list is replaced', mergePatchEdit({ rules: [] })],
  ['an entry is inserted', jsonPatch([{ op: 'add', path: '/variables/0', value: { id: 'n' } }])],
  ['an entry gets another id', jsonPatch([{ op: 'replace', path: '/variables/0/id', value: 'v2' }])],
  [
    'a layer is replaced',
    jsonPatch([{ op: 'replace', path: '/layers/0', value: { id: 'l1', overlays: [] } }]),
  ],
  ['a position is beyond the list', jsonPatch([{ op: 'replace', path: '/variables/2/value', value: 1 }])],
  ['a test fails', jsonPatch([{ op: 'test', path: '/variables/1/value', value: 7 }])],
])('all entries are looked at where %s', (_, edit) => {
  expect(narrow(edit)).toBeNull();
});

/** Mostly of entries that are there. */
const someEntries: fc.Arbitrary<JsonObject> = fc.record(
  {
    objects: fc.dictionary(
      fc.constantFrom('a', 'b'),
      fc.record({ userLabel: fc.constantFrom('Bus', 'Taxi', null) }, { requiredKeys: [] }),
    ),
    layers: fc.array(
      fc.record(
        {
          id: fc.constantFrom('l1', 'l2', 'l2', 'l9'),
          name: fc.constantFrom('N', null),
          overlays: fc.array(
            fc.record(
              {
                id: fc.constantFrom('o1', 'o2', 'o3', 'o3', 'o9'),
                name: fc.constantFrom('N', null),
                position: fc.constantFrom({ x: 1, y: 0 }, { x: 0.5 }),
              },
              { requiredKeys: ['id'] },
            ),
            { maxLength: 3 },
          ),
        },
        { requiredKeys: ['id'] },
      ),
      { maxLength: 2 },
    ),
    variables: fc.array(
      fc.record({ id: fc.constantFrom('v1', 'v2'), value: fc.constantFrom(1, 'x', null) }),
      {
        maxLength: 3,
      },
    ),
    theme: fc.constantFrom<unknown>({ dark: null }, { colors: [] }, 'none', null),
    schemaVersion: fc.constant('1.0'),
  },
  { requiredKeys: [] },
);

test('whatever is merged, a few entries become what they become with all others', () => {
  let made = 0;
  fc.assert(
    fc.property(fc.oneof(someEntries, patches), fc.boolean(), (patch, isById) => {
      const edit = isById ? mergeByIdEdit(patch, countedIds()) : mergePatchEdit(patch);
      if (expectSame(edit)) made++;
    }),
    { numRuns: 2000 },
  );
  expect(made).toBeGreaterThan(100);
});

test('whatever operations are made, a few entries become what they become with all others', () => {
  const pointer = fc.constantFrom(
    ...['/objects/a/userLabel', '/objects/b/customData', '/objects/a', '/theme', '/theme/dark', '/theme/new'],
    ...['/variables/0', '/variables/1/value', '/variables/1/id', '/variables/7/value', '/rules/0/when'],
    ...['/layers/0/name', '/layers/1/overlays/2', '/layers/1/overlays/0/name', '/layers/0/overlays/1/id'],
    ...['/layers/1/overlays/-', '/layers/1', '/variables/-', '/layers/0/overlays/3/name'],
  );
  const value = fc.constantFrom<unknown>(null, 'x', 1, {}, { id: 'o3' }, { id: 'v1' }, { dark: true });
  const operation = fc.oneof(
    fc.record({ op: fc.constantFrom('add', 'replace', 'replace', 'test'), path: pointer, value }),
    fc.record({ op: fc.constant('remove'), path: pointer }),
    fc.record({ op: fc.constantFrom('move', 'copy'), from: pointer, path: pointer }),
  );
  let made = 0;
  fc.assert(
    fc.property(fc.array(operation, { minLength: 1, maxLength: 3 }), (operations) => {
      if (expectSame(jsonPatch(operations))) made++;
    }),
    { numRuns: 5000 },
  );
  expect(made).toBeGreaterThan(200);
});
