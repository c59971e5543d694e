import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../shared/contract/errors.ts';
import type { Sections } from '../../../../shared/domain/document/document.ts';
import { applyMergeById, planMerge } from '../../../../shared/domain/document/edit/apply-merge-by-id.ts';
import { conflictingPaths } from '../../../../shared/domain/document/edit/conflicting-paths.ts';
import type { EditResult } from '../../../../shared/domain/document/edit/document-edit.ts';
import type { JsonObject } from '../../../../shared/domain/json/json.ts';
import { toPointer } from '../../../../shared/domain/json/json-pointer.ts';
import type { Path } from '../../../../shared/domain/json/path.ts';
import { assembleDocument } from '../../../support/videos/assemble-document.ts';
import { changedSince, countedIds, deepFreeze, patches, sampleSections, sampleTracks } from '../documents.ts';

/** Applies a patch the way a store does: with what the plan asks for and nothing else. */
function apply(patch: JsonObject, sections: Sections = sampleSections()): EditResult {
  const plan = planMerge(patch);
  const loaded = Object.fromEntries(plan.sections.map((name) => [name, sections[name]]));
  const tracks = plan.tracks ? { tracks: sampleTracks() } : {};
  return applyMergeById(deepFreeze(patch), { sections: loaded, ...tracks }, countedIds());
}

const patched = (patch: JsonObject, sections: Sections = sampleSections()): Sections =>
  deepFreeze({ ...sections, ...apply(patch, sections).sections });

const pointersOf = (result: EditResult): string[] => changedSince(sampleSections(), result).map(toPointer);

const refusal = (code: string, field: string) => expect.objectContaining({ code, field });

/** The document as a client got it: plain JSON. */
const fetched = (): JsonObject =>
  JSON.parse(JSON.stringify(assembleDocument(sampleSections(), sampleTracks())));

describe('lists merge by id', () => {
  test('a known id is merged, an unknown one appended, a missing one made up', () => {
    const result = apply({
      layers: [
        { id: 'l1', overlays: [{ id: 'o2', position: { x: 0.75 } }, { id: 'o9' }] },
        { name: 'Third', overlays: [{ plugin: { type: 'user:map' } }] },
      ],
    });
    const [first, second, third] = result.sections.layers ?? [];
    expect(result.touched).toEqual(['layers']);
    expect(pointersOf(result)).toEqual([
      '/layers/l1/overlays/o2/position/x',
      '/layers/l1/overlays/o9',
      '/layers/new1',
    ]);
    expect(first?.overlays.map(({ id }) => id)).toEqual(['o1', 'o2', 'o3', 'o9']);
    expect(first?.overlays[1]).toMatchObject({ name: 'Overlay o2', position: { x: 0.75, y: 0.5 } });
    expect(second).toEqual(sampleSections().layers[1]);
    expect(third).toEqual({
      id: 'new1',
      name: 'Third',
      overlays: [{ id: 'new2', plugin: { type: 'user:map', config: {} } }],
    });
  });

  test('$delete removes an entry, and does nothing where there is none', () => {
    const patch = {
      layers: [
        { id: 'l1', overlays: [{ id: 'o1', $delete: true }] },
        { id: 'l9', $delete: true },
      ],
      rules: [{ id: 'r1', $delete: true }],
    };
    const result = apply(patch);
    const { sections } = result;
    expect(pointersOf(result)).toEqual(['/layers/l1/overlays/o1', '/rules/r1']);
    expect(sections.layers?.map(({ id }) => id)).toEqual(['l1', 'l2']);
    expect(sections.layers?.[0]?.overlays.map(({ id }) => id)).toEqual(['o2', 'o3']);
    expect(sections.rules).toEqual([]);
  });

  test('the same id twice applies in order', () => {
    const { variables } = patched({
      variables: [
        { id: 'v1', value: 5 },
        { id: 'v1', name: 'speed' },
        { id: 'v2', $delete: true },
        { id: 'v2', value: 7 },
      ],
    });
    expect(variables).toEqual([
      { id: 'v1', value: 5, name: 'speed' },
      { id: 'v2', value: 7 },
    ]);
  });

  test('an id may come ten times and not eleven', () => {
    const times = (count: number) => ({ rules: Array.from({ length: count }, (_, n) => ({ id: 'r1', n })) });
    expect(patched(times(10)).rules[0]).toMatchObject({ n: 9 });
    expect(() => apply(times(11))).toThrow(
      expect.objectContaining({ field: 'rules.10', details: { min: 0, max: 10, provided: 11 } }),
    );
  });

  test('an id that is taken is never made up', () => {
    const { variables } = patched({ variables: [{ id: 'new1' }, { value: 1 }, { value: 2 }] });
    expect(variables.map(({ id }) => id)).toEqual(['v1', 'v2', 'new1', 'new2', 'new3']);
  });

  test('null empties a list', () => {
    const { layers, variables } = patched({ layers: [{ id: 'l1', overlays: null }], variables: null });
    expect(layers[0]?.overlays).toEqual([]);
    expect(variables).toEqual([]);
  });

  test('lists of other things are replaced, and null removes a member', () => {
    const { rules, extra } = patched({
      rules: [{ id: 'r1', when: null, actions: [{ id: 'o1' }] }],
      theme: { colors: ['green'] },
    });
    expect(rules).toEqual([{ id: 'r1', actions: [{ id: 'o1' }] }]);
    expect(extra).toEqual({ theme: { dark: true, colors: ['green'] } });
  });

  test('unknown top-level members are kept, one called "extra" among them', () => {
    const { extra } = patched({ extra: { extra: 1 }, theme: null, more: [1] });
    expect(extra).toEqual({ extra: { extra: 1 }, more: [1] });
  });
});

describe('what is read-only', () => {
  test('a document sent back whole changes nothing', () => {
    expect(apply(fetched())).toEqual({ sections: {}, touched: [] });
  });

  test('a document sent back whole with one overlay moved changes that overlay only', () => {
    const document = JSON.parse(JSON.stringify(fetched()).replace('"x":0.25', '"x":0.5'));
    const result = apply(document);
    expect(result.touched).toEqual(['layers']);
    expect(pointersOf(result)).toEqual(['/layers/l1/overlays/o1/position/x']);
  });

  test.each<[JsonObject, string]>([
    [{ schemaVersion: '2.0' }, 'schemaVersion'],
    [{ schemaVersion: null }, 'schemaVersion'],
    [{ videoDetails: null }, 'videoDetails'],
    [{ videoDetails: { fps: 25 } }, 'videoDetails.fps'],
    [{ videoDetails: { codec: 'h264' } }, 'videoDetails.codec'],
    [{ objects: { a: { label: 'dog' } } }, 'objects.a.label'],
    [{ objects: { a: { id: 'z' } } }, 'objects.a.id'],
    [{ objects: { a: { confidence: null } } }, 'objects.a.confidence'],
    [{ objects: { a: { track: [] } } }, 'objects.a.track'],
    [{ objects: { a: { track: null } } }, 'objects.a.track'],
    [{ objects: { a: { mine: 1 } } }, 'objects.a.mine'],
  ])('%j is refused', (patch, field) => {
    expect(() => apply(patch)).toThrow(refusal('READ_ONLY_FIELD', field));
  });

  test('tracks are asked for only when the patch sends one', () => {
    expect(planMerge({ objects: { a: { userLabel: 'x' } } })).toEqual({
      sections: ['objects'],
      tracks: false,
    });
    expect(planMerge(fetched())).toMatchObject({ tracks: true });
    expect(() =>
      applyMergeById({ objects: { a: { track: [] } } }, { sections: sampleSections() }, countedIds()),
    ).toThrow('not loaded');
  });
});

describe('objects', () => {
  test('userLabel and customData can be edited', () => {
    const result = apply({
      objects: {
        a: { userLabel: null, customData: { plate: null, nested: { m: 2 } } },
        b: { userLabel: 'W' },
      },
    });
    const { sections } = result;
    expect(sections.objects?.a).toMatchObject({ userLabel: null, customData: { nested: { n: 1, m: 2 } } });
    expect(sections.objects?.b).toMatchObject({ userLabel: 'W', customData: {} });
    expect(pointersOf(result)).toEqual([
      '/objects/a/userLabel',
      '/objects/a/customData/plate',
      '/objects/a/customData/nested/m',
      '/objects/b/userLabel',
    ]);
  });

  test.each<[JsonObject | null]>([[null], [{ $delete: true }]])('%j removes an object', (value) => {
    const result = apply({ objects: { a: value, gone: value } });
    expect(Object.keys(result.sections.objects ?? {})).toEqual(['b']);
    expect(pointersOf(result)).toEqual(['/objects/a']);
  });

  test('null in place of the map removes all objects, and null as customData empties it', () => {
    expect(patched({ objects: null }).objects).toEqual({});
    expect(patched({ objects: { a: { customData: null } } }).objects.a?.customData).toEqual({});
    expect(apply({ objects: { b: { customData: null } } }).touched).toEqual([]);
  });

  test('an unknown object cannot be edited, however its id is spelled', () => {
    for (const id of ['nope', 'toString', 'hasOwnProperty']) {
      expect(() => apply({ objects: { [id]: { userLabel: 'x' } } })).toThrow(
        refusal('OBJECT_NOT_FOUND', `objects.${id}`),
      );
    }
  });

  test('customData holds 16 KB of JSON after the merge and not one byte more', () => {
    const ofBytes = (bytes: number) => ({
      objects: { b: { customData: { k: 'x'.repeat(bytes - '{"k":""}'.length) } } },
    });
    expect(apply(ofBytes(16384)).touched).toEqual(['objects']);
    expect(() => apply(ofBytes(16385))).toThrow(
      expect.objectContaining({
        code: 'INVALID_PARAMETER',
        field: 'objects.b.customData',
        details: { min: 0, max: 16384, provided: 16385 },
      }),
    );
    const full = patched(ofBytes(16384));
    expect(() => apply({ objects: { b: { customData: { l: 1 } } } }, full)).toThrow(
      refusal('INVALID_PARAMETER', 'objects.b.customData'),
    );
  });
});

describe('shapes', () => {
  const long = 'x'.repeat(256);
  const overlay = (members: JsonObject) => ({ layers: [{ id: 'l1', overlays: [{ id: 'o1', ...members }] }] });

  test.each<[JsonObject, string]>([
    [{ layers: {} }, 'layers'],
    [{ layers: 'x' }, 'layers'],
    [{ layers: [null] }, 'layers.0'],
    [{ layers: [{ id: 7 }] }, 'layers.0.id'],
    [{ layers: [{ id: null }] }, 'layers.0.id'],
    [{ layers: [{ id: '' }] }, 'layers.0.id'],
    [{ layers: [{ id: long }] }, 'layers.0.id'],
    [{ layers: [{ id: 'l1', name: 3 }] }, 'layers.l1.name'],
    [{ layers: [{ id: 'l1', name: long }] }, 'layers.l1.name'],
    [{ layers: [{ id: 'l1', $delete: 'yes' }] }, 'layers.0.$delete'],
    [{ layers: [{ id: 'l1', overlays: {} }] }, 'layers.l1.overlays'],
    [{ layers: [{ id: 'l1', overlays: [1] }] }, 'layers.l1.overlays.0'],
    [overlay({ name: [] }), 'layers.l1.overlays.o1.name'],
    [overlay({ position: 'left' }), 'layers.l1.overlays.o1.position'],
    [overlay({ position: { x: '0.5' } }), 'layers.l1.overlays.o1.position.x'],
    [overlay({ plugin: 'core:text' }), 'layers.l1.overlays.o1.plugin'],
    [overlay({ plugin: { type: 'text' } }), 'layers.l1.overlays.o1.plugin.type'],
    [overlay({ plugin: { type: ':text' } }), 'layers.l1.overlays.o1.plugin.type'],
    [overlay({ plugin: { type: 'core:' } }), 'layers.l1.overlays.o1.plugin.type'],
    [overlay({ plugin: { config: [] } }), 'layers.l1.overlays.o1.plugin.config'],
    [{ variables: [{ id: 'v1', name: 1 }] }, 'variables.v1.name'],
    [{ rules: 1 }, 'rules'],
    [{ objects: [] }, 'objects'],
    [{ objects: { a: 1 } }, 'objects.a'],
    [{ objects: { a: { $delete: false } } }, 'objects.a.$delete'],
    [{ objects: { a: { userLabel: 1 } } }, 'objects.a.userLabel'],
    [{ objects: { a: { userLabel: long } } }, 'objects.a.userLabel'],
    [{ objects: { a: { userLabel: '' } } }, 'objects.a.userLabel'],
    [{ objects: { a: { userLabel: '\0' } } }, 'objects.a.userLabel'],
    [{ objects: { a: { customData: [] } } }, 'objects.a.customData'],
  ])('%j is an invalid parameter', (patch, field) => {
    expect(() => apply(patch)).toThrow(refusal('INVALID_PARAMETER', field));
  });

  test.each<[JsonObject, string]>([
    [{ layers: [{ $delete: true }] }, 'layers.0.id'],
    [overlay({ position: { x: null } }), 'layers.l1.overlays.o1.position.x'],
    [overlay({ plugin: { type: null } }), 'layers.l1.overlays.o1.plugin.type'],
  ])('%j lacks a parameter', (patch, field) => {
    expect(() => apply(patch)).toThrow(refusal('MISSING_PARAMETER', field));
  });

  test('a text that is too long is reported with its bounds', () => {
    expect(() => apply({ layers: [{ id: 'l1', name: long }] })).toThrow(
      expect.objectContaining({ details: { min: 0, max: 255, provided: 256 } }),
    );
    expect(apply({ layers: [{ id: 'l1', name: long.slice(1) }] }).touched).toEqual(['layers']);
  });

  test('overlays lose position and plugin by null, and may lie outside the frame', () => {
    const { layers } = patched({
      layers: [
        {
          id: 'l1',
          overlays: [
            { id: 'o1', position: null, plugin: null },
            { id: 'o2', position: { x: -3 } },
          ],
        },
      ],
    });
    expect(layers[0]?.overlays[0]).toEqual({ id: 'o1', name: 'Overlay o1' });
    expect(layers[0]?.overlays[1]?.position).toEqual({ x: -3, y: 0.5 });
  });
});

describe('any valid patch', () => {
  test('applied twice gives what it gives once', () => {
    fc.assert(
      fc.property(patches, (patch) => {
        const once = patched(patch);
        expect(patched(patch, once)).toEqual(once);
        expect(apply(patch, once).touched).toEqual([]);
      }),
    );
  });

  test('changes the touched sections and no others, without modifying its input', () => {
    fc.assert(
      fc.property(patches, (patch) => {
        const { sections, touched } = apply(patch);
        expect(Object.keys(sections).toSorted()).toEqual(touched.toSorted());
        for (const name of touched) {
          expect(planMerge(patch).sections).toContain(name);
          expect(sections[name]).not.toEqual(sampleSections()[name]);
        }
      }),
    );
  });

  test('conflicts with an edit of what it has changed, and of nothing else', () => {
    fc.assert(
      fc.property(patches, patches, (patch, probe) => {
        const [before, changed] = [sampleSections(), patched(patch)];
        const paths = changedSince(before, apply(patch));
        expect(conflictingPaths(before, changed, paths)).toEqual(paths.map(toPointer));
        const untouched = changedSince(before, apply(probe)).filter(
          (path) => !paths.some((other) => related(path, other)),
        );
        expect(conflictingPaths(before, changed, untouched)).toEqual([]);
      }),
    );
  });

  test('commutes with any other that neither undoes nor is undone by it', () => {
    fc.assert(
      fc.property(smallPatches, smallPatches, (one, other) => {
        fc.pre(!interferes(one, other) && !interferes(other, one));
        expect(unordered(patched(other, patched(one)))).toEqual(unordered(patched(one, patched(other))));
      }),
    );
  });

  test('leaves Object.prototype alone', () => {
    const names = Object.getOwnPropertyNames(Object.prototype);
    fc.assert(
      fc.property(patches, (patch) => {
        patched(patch);
        expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(names);
      }),
    );
  });
});

/** Whether one path leads to the other or below it. */
const related = (a: Path, b: Path): boolean => a.every((segment, i) => i >= b.length || segment === b[i]);

/** Patches of one section, so that two of them often have nothing to do with each other. */
const smallPatches = fc
  .tuple(patches, fc.nat())
  .map(([patch, pick]) =>
    Object.fromEntries(Object.entries(patch).filter((_, i, all) => i === pick % all.length)),
  );

/** Whether `later`, coming after `earlier`, changes anything that `earlier` has changed, or is refused. */
function interferes(later: JsonObject, earlier: JsonObject): boolean {
  const between = patched(earlier);
  try {
    return (
      conflictingPaths(sampleSections(), between, changedSince(between, apply(later, between))).length > 0
    );
  } catch (error) {
    if (error instanceof ApiError) return true;
    throw error;
  }
}

/** Lists of entries as maps by id: two appends commute but for their order. */
const unordered = ({ layers, variables, rules, ...rest }: Sections): unknown => ({
  ...rest,
  layers: byId(layers.map((layer) => ({ ...layer, overlays: byId(layer.overlays) }))),
  variables: byId(variables),
  rules: byId(rules),
});

const byId = <Entry extends { id: string }>(entries: Entry[]): Record<string, Entry> =>
  Object.fromEntries(entries.map((entry) => [entry.id, entry]));
