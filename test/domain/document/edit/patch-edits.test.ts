import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../shared/contract/errors.ts';
import type { JsonPatchOperation } from '../../../../shared/contract/schemas/json-patch.ts';
import type { Sections } from '../../../../shared/domain/document/document.ts';
import type { DocumentEdit, EditResult } from '../../../../shared/domain/document/edit/document-edit.ts';
import {
  jsonPatchEdit,
  mergeByIdEdit,
  mergePatchEdit,
} from '../../../../shared/domain/document/edit/patch-edits.ts';
import { splitDocument } from '../../../../shared/domain/document/split-document.ts';
import type { JsonObject } from '../../../../shared/domain/json/json.ts';
import { toPointer } from '../../../../shared/domain/json/json-pointer.ts';
import { assembleDocument } from '../../../support/videos/assemble-document.ts';
import {
  changedSince,
  countedIds,
  deepFreeze,
  patches,
  sampleSections,
  sampleTracks,
  storedObject,
  videoDetails,
} from '../documents.ts';

/** Makes an edit the way a store does: with what the plan asks for and nothing else. */
function make(edit: DocumentEdit, sections: Sections = sampleSections()): EditResult {
  const { plan } = edit;
  const loaded = Object.fromEntries(plan.sections.map((name) => [name, sections[name]]));
  return edit.apply({ sections: loaded, ...(plan.tracks ? { tracks: sampleTracks() } : {}) });
}

const jsonPatch = (operations: readonly unknown[]): DocumentEdit =>
  jsonPatchEdit(deepFreeze(operations) as JsonPatchOperation[], ['changes']);

const change = (...operations: unknown[]): EditResult => make(jsonPatch(operations));

const merge = (patch: JsonObject): EditResult => make(mergePatchEdit(deepFreeze(patch)));

const pointersOf = (result: EditResult): string[] => changedSince(sampleSections(), result).map(toPointer);

const refusal = (code: string, field: string) => expect.objectContaining({ code, field });

/** The document as a client got it: plain JSON. */
const fetched = (): JsonObject =>
  JSON.parse(JSON.stringify(assembleDocument(sampleSections(), sampleTracks())));

describe('a JSON Patch', () => {
  test('changes the sections its pointers lead into, and asks for no others', () => {
    const edit = jsonPatch([
      { op: 'replace', path: '/layers/0/overlays/1/position/x', value: 0.75 },
      { op: 'add', path: '/variables/-', value: { id: 'v9' } },
    ]);
    expect(edit.plan).toEqual({ sections: ['layers', 'variables'], tracks: false });
    const result = make(edit);
    const { touched, sections } = result;
    expect(touched).toEqual(['layers', 'variables']);
    expect(pointersOf(result)).toEqual(['/layers/l1/overlays/o2/position/x', '/variables/v9']);
    expect(sections.layers?.[0]?.overlays[1]?.position).toEqual({ x: 0.75, y: 0.5 });
    expect(sections.layers?.[1]).toEqual(sampleSections().layers[1]);
  });

  test.each<[string, unknown, string[], boolean]>([
    ['a name of an object', { op: 'replace', path: '/objects/a/userLabel', value: 'x' }, ['objects'], false],
    ['the removal of an object', { op: 'remove', path: '/objects/a' }, ['objects'], false],
    ['a look at a track', { op: 'test', path: '/objects/a/track/0/x', value: 0.1 }, ['objects'], true],
    ['a look at an object', { op: 'test', path: '/objects/a', value: {} }, ['objects'], true],
    ['the move of an object', { op: 'move', from: '/objects/a', path: '/x' }, ['objects', 'extra'], true],
    ['an unknown member', { op: 'add', path: '/theme/dark', value: 1 }, ['extra'], false],
    ['the version of the schema', { op: 'test', path: '/schemaVersion', value: '1.0' }, [], false],
    [
      'the whole document',
      { op: 'test', path: '', value: {} },
      ['videoDetails', 'objects', 'layers', 'variables', 'rules', 'extra'],
      true,
    ],
  ])('asks for the tracks only where it must: %s', (_, operation, sections, tracks) => {
    expect(jsonPatch([operation]).plan).toMatchObject({ sections, tracks });
  });

  test('moves and copies across sections', () => {
    const { sections, touched } = change(
      { op: 'copy', from: '/layers/0/overlays/0', path: '/theme/template' },
      { op: 'move', from: '/variables/1', path: '/rules/0' },
    );
    expect(touched).toEqual(['variables', 'rules', 'extra']);
    expect(sections.variables?.map(({ id }) => id)).toEqual(['v1']);
    expect(sections.rules?.map(({ id }) => id)).toEqual(['v2', 'r1']);
    expect(sections.extra?.theme).toMatchObject({ dark: true, template: { id: 'o1' } });
  });

  test('may test anything of the document, its tracks and all of it included', () => {
    const whole = fetched();
    const { touched, sections } = change(
      { op: 'test', path: '', value: whole },
      { op: 'test', path: '/schemaVersion', value: '1.0' },
      { op: 'test', path: '/videoDetails/fps', value: 30 },
      { op: 'test', path: '/objects/a/track/1/frame', value: 10 },
    );
    expect([touched, sections]).toEqual([[], {}]);
  });

  test('may replace the document by what it was, with something changed', () => {
    const whole = { ...fetched(), rules: [] };
    const { touched, sections } = change({ op: 'replace', path: '', value: whole });
    expect([touched, sections]).toEqual([['rules'], { rules: [] }]);
  });

  test('edits and removes tracked objects', () => {
    const result = change(
      { op: 'remove', path: '/objects/b' },
      { op: 'replace', path: '/objects/a/userLabel', value: 'Bus' },
      { op: 'remove', path: '/objects/a/customData/plate' },
    );
    const { a } = sampleSections().objects;
    expect(result.sections.objects).toEqual({
      a: { ...a, userLabel: 'Bus', customData: { nested: { n: 1 } } },
    });
    expect(pointersOf(result)).toEqual(['/objects/a/userLabel', '/objects/a/customData/plate', '/objects/b']);
  });

  test('takes a removed userLabel for null, removed customData for {}, and a removed section for an empty one', () => {
    const { sections } = change(
      { op: 'remove', path: '/objects/a/userLabel' },
      { op: 'remove', path: '/objects/a/customData' },
      { op: 'remove', path: '/layers' },
    );
    expect(sections.objects?.a).toMatchObject({ userLabel: null, customData: {} });
    expect(sections.layers).toEqual([]);
    expect(change({ op: 'remove', path: '/objects' }).sections.objects).toEqual({});
  });

  test('stores no track with an object whose track was looked at', () => {
    const { sections } = change(
      { op: 'test', path: '/objects/a/track/0/frame', value: 0 },
      { op: 'replace', path: '/objects/a/userLabel', value: 'Bus' },
    );
    expect(sections.objects?.a).toEqual({ ...sampleSections().objects.a, userLabel: 'Bus' });
    expect(sections.objects?.b).toEqual(sampleSections().objects.b);
  });

  test.each<[object, string]>([
    [{ op: 'replace', path: '/schemaVersion', value: '2.0' }, 'schemaVersion'],
    [{ op: 'remove', path: '/schemaVersion' }, 'schemaVersion'],
    [{ op: 'replace', path: '/videoDetails/fps', value: 60 }, 'videoDetails.fps'],
    [{ op: 'remove', path: '/videoDetails' }, 'videoDetails'],
    [{ op: 'add', path: '/videoDetails/codec', value: 'av1' }, 'videoDetails.codec'],
    [{ op: 'replace', path: '/objects/a/label', value: 'x' }, 'objects.a.label'],
    [{ op: 'remove', path: '/objects/a/confidence' }, 'objects.a.confidence'],
    [{ op: 'add', path: '/objects/a/mine', value: 1 }, 'objects.a.mine'],
    [{ op: 'add', path: '/objects/a/track/-', value: {} }, 'objects.a.track'],
    [{ op: 'replace', path: '/objects/a/track/0/x', value: 0 }, 'objects.a.track'],
    [{ op: 'copy', from: '/objects/b/track', path: '/objects/a/track' }, 'objects.a.track'],
  ])('cannot write read-only members: %j', (operation, field) => {
    expect(() => change(operation)).toThrow(refusal('READ_ONLY_FIELD', field));
  });

  test('cannot make an object', () => {
    const value = { ...storedObject('c'), track: [] };
    expect(() => change({ op: 'add', path: '/objects/c', value })).toThrow(
      refusal('OBJECT_NOT_FOUND', 'objects.c'),
    );
  });

  test.each<[string, object, string]>([
    ['layers that are no list', { op: 'replace', path: '/layers', value: {} }, 'layers'],
    ['a layer without id', { op: 'add', path: '/layers/-', value: { overlays: [] } }, 'layers.2.id'],
    ['a layer without overlays', { op: 'add', path: '/layers/-', value: { id: 'x' } }, 'layers.2.overlays'],
    ['an id twice', { op: 'copy', from: '/layers/0', path: '/layers/-' }, 'layers.2.id'],
    [
      'a position that is text',
      { op: 'replace', path: '/layers/0/overlays/0/position/x', value: '0' },
      'layers.0.overlays.0.position.x',
    ],
    [
      'a plugin without config',
      { op: 'remove', path: '/layers/0/overlays/0/plugin/config' },
      'layers.0.overlays.0.plugin.config',
    ],
    ['a variable that is a number', { op: 'replace', path: '/variables/0', value: 7 }, 'variables.0'],
    ['a name that is no text', { op: 'add', path: '/rules/0/name', value: 7 }, 'rules.0.name'],
    [
      'a userLabel that is no text',
      { op: 'replace', path: '/objects/a/userLabel', value: 7 },
      'objects.a.userLabel',
    ],
    [
      'a userLabel with NUL',
      { op: 'replace', path: '/objects/a/userLabel', value: 'a\0' },
      'objects.a.userLabel',
    ],
    [
      'too much customData',
      { op: 'add', path: '/objects/a/customData/x', value: 'x'.repeat(16_384) },
      'objects.a.customData',
    ],
    ['objects that are a list', { op: 'replace', path: '/objects', value: [] }, 'objects'],
  ])('cannot make a document that is unsound: %s', (_, operation, field) => {
    expect(() => change(operation)).toThrow(refusal('INVALID_PARAMETER', field));
  });

  test('cannot make a document that is deeper than a request may be, however it is moved together', () => {
    const chain = (depth: number): JsonObject => (depth === 0 ? {} : { a: chain(depth - 1) });
    const operations = Array.from({ length: 200 }, (_, i) => [
      { op: 'add', path: `/k${i + 1}`, value: chain(60) },
      { op: 'move', from: `/k${i}`, path: `/k${i + 1}${'/a'.repeat(60)}/a` },
    ]).flat();
    const patch = [{ op: 'add', path: '/k0', value: {} }, ...operations];
    expect(() => change(...patch)).toThrow(
      expect.objectContaining({ code: 'INVALID_PARAMETER', details: { min: 0, max: 64, provided: 65 } }),
    );
    const copied = { op: 'copy', from: '/k200', path: '/again' };
    expect(() => change(...patch, copied)).toThrow(refusal('INVALID_PARAMETER', 'changes.401.path'));
  });

  test('names a failed test by its number', () => {
    const pass = { op: 'test', path: '/layers/0/id', value: 'l1' };
    expect(() => change(pass, { ...pass, value: 'l2' })).toThrow(
      expect.objectContaining({
        code: 'VERSION_CONFLICT',
        field: 'changes.1',
        details: { operation: 1, path: '/layers/0/id' },
      }),
    );
  });
});

describe('a strict merge patch', () => {
  test('replaces lists, and is positional exactly when it has one', () => {
    const { sections, touched } = merge({ variables: [{ id: 'v1', value: 5 }] });
    expect([touched, sections]).toEqual([['variables'], { variables: [{ id: 'v1', value: 5 }] }]);
    expect(mergePatchEdit({ theme: { colors: [] } }).positional).toBe(true);
    expect(mergePatchEdit({ theme: { dark: false }, layers: null }).positional).toBe(false);
  });

  test('merges members and removes them by null', () => {
    const result = merge({
      objects: { a: { userLabel: null, customData: { plate: null } }, b: null },
      theme: { dark: null },
      rules: null,
    });
    expect(result.sections.objects).toEqual({
      a: { ...sampleSections().objects.a, userLabel: null, customData: { nested: { n: 1 } } },
    });
    expect(result.sections.extra).toEqual({ theme: { colors: ['red', 'blue'] } });
    expect(result.sections.rules).toEqual([]);
    expect(pointersOf(result)).toEqual([
      '/objects/a/userLabel',
      '/objects/a/customData/plate',
      '/objects/b',
      '/rules/r1',
      '/theme/dark',
    ]);
  });

  test('that is the document as it was read changes nothing', () => {
    expect(merge(fetched())).toEqual({ sections: {}, touched: [] });
  });

  test.each<[JsonObject, string, string]>([
    [{ schemaVersion: '2.0' }, 'READ_ONLY_FIELD', 'schemaVersion'],
    [{ videoDetails: { fps: null } }, 'READ_ONLY_FIELD', 'videoDetails.fps'],
    [{ objects: { a: { track: null } } }, 'READ_ONLY_FIELD', 'objects.a.track'],
    [{ objects: { a: { kind: 'surface' } } }, 'READ_ONLY_FIELD', 'objects.a.kind'],
    [{ objects: { gone: { userLabel: 'x' } } }, 'OBJECT_NOT_FOUND', 'objects.gone'],
    [{ objects: { a: 'x' } }, 'INVALID_PARAMETER', 'objects.a'],
    [{ layers: { l1: {} } }, 'INVALID_PARAMETER', 'layers'],
    [{ layers: [{ id: 'x' }] }, 'INVALID_PARAMETER', 'layers.0.overlays'],
    [{ variables: [{ id: 'v' }, { id: 'v' }] }, 'INVALID_PARAMETER', 'variables.1.id'],
  ])('refuses %j', (patch, code, field) => {
    expect(() => merge(patch)).toThrow(refusal(code, field));
  });
});

describe('whatever is sent', () => {
  const tokens = ['objects', 'a', 'layers', '0', '-', 'overlays', 'id', 'customData', 'userLabel', 'theme'];
  const pointer = fc
    .array(fc.constantFrom(...tokens), { maxLength: 4 })
    .map((parts) => parts.map((token) => `/${token}`).join(''));
  const value = fc.oneof(
    fc.constantFrom<unknown>(null, 'x', 1, [], {}, { id: 'x', overlays: [] }, { id: 'x' }, fetched()),
    fc.dictionary(fc.constantFrom(...tokens), fc.constantFrom<unknown>(null, 'x', [], {})),
  );
  const operation = fc.oneof(
    fc.record({ op: fc.constantFrom('add', 'replace', 'test'), path: pointer, value }),
    fc.record({ op: fc.constant('remove'), path: pointer }),
    fc.record({ op: fc.constantFrom('move', 'copy'), from: pointer, path: pointer }),
  );

  /** The document an edit makes must be one that can be exported and read back. */
  function expectSound(edit: () => EditResult): boolean {
    let result: EditResult;
    try {
      result = edit();
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError);
      return false;
    }
    const after = { ...sampleSections(), ...result.sections };
    const json = JSON.parse(JSON.stringify(assembleDocument(after, sampleTracks())));
    expect(splitDocument(json, videoDetails).sections).toEqual(JSON.parse(JSON.stringify(after)));
    expect(result.touched).toEqual(
      Object.keys(sampleSections()).filter(
        (name) =>
          JSON.stringify(after[name as keyof Sections]) !==
          JSON.stringify(sampleSections()[name as keyof Sections]),
      ),
    );
    return true;
  }

  test('as operations leads to a sound document or an ApiError', () => {
    let sound = 0;
    fc.assert(
      fc.property(fc.array(operation, { minLength: 1, maxLength: 2 }), (operations) => {
        if (expectSound(() => change(...operations))) sound++;
      }),
      { numRuns: 3000 },
    );
    expect(sound).toBeGreaterThan(50);
  });

  test('as a merge patch leads to a sound document or an ApiError', () => {
    fc.assert(
      fc.property(fc.oneof(patches, fc.dictionary(fc.constantFrom(...tokens), value)), (patch) => {
        expectSound(() => merge(patch));
      }),
      { numRuns: 1000 },
    );
  });

  test('a merge patch without lists does by the letter what it does by id', () => {
    // `$delete` has a meaning only where entries are matched by id.
    const withoutLists = patches.map(({ layers: _, variables: __, rules: ___, ...rest }) => ({
      ...rest,
      objects: { ...(rest.objects as JsonObject | undefined), gone: null },
    }));
    fc.assert(
      fc.property(withoutLists, (patch) => {
        const outcome = (edit: DocumentEdit) => {
          try {
            return make(edit).sections;
          } catch (error) {
            return error instanceof ApiError ? [error.code, error.field] : error;
          }
        };
        expect(outcome(mergePatchEdit(patch))).toEqual(outcome(mergeByIdEdit(patch, countedIds())));
      }),
    );
  });
});
