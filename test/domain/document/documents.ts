import fc from 'fast-check';
import type { Layer, StoredObject } from '../../../shared/contract/schemas/metadata.ts';
import { isNameable } from '../../../shared/contract/schemas/primitives.ts';
import type { Sections, Tracks } from '../../../shared/domain/document/document.ts';
import type { EditResult } from '../../../shared/domain/document/edit/document-edit.ts';
import { changesBetween } from '../../../shared/domain/json/changes-between.ts';
import type { JsonObject } from '../../../shared/domain/json/json.ts';
import type { Path } from '../../../shared/domain/json/path.ts';

export const videoDetails = { totalFrames: 300, fps: 30, width: 1280, height: 720 };

export const storedObject = (id: string, members: Partial<StoredObject> = {}): StoredObject => ({
  id,
  kind: 'box',
  label: 'car',
  userLabel: null,
  confidence: 0.9,
  firstFrame: 0,
  lastFrame: 10,
  frameCount: 11,
  customData: {},
  ...members,
});

const layer = (id: string): Layer => ({
  id,
  name: `Layer ${id}`,
  overlays: ['o1', 'o2', 'o3'].map((overlay) => ({
    id: overlay,
    name: `Overlay ${overlay}`,
    position: { x: 0.25, y: 0.5 },
    plugin: { type: 'core:text', config: { text: 'Hello', style: { size: 12, bold: true } } },
  })),
});

/** A document with something in every section, frozen so that a merge that modifies its input fails. */
export const sampleSections = (): Sections =>
  deepFreeze({
    videoDetails: { ...videoDetails },
    objects: {
      a: storedObject('a', { userLabel: 'Taxi', customData: { plate: 'B 12', nested: { n: 1 } } }),
      b: storedObject('b', { kind: 'surface', label: 'Wall', firstFrame: 5 }),
    },
    layers: [layer('l1'), layer('l2')],
    variables: [
      { id: 'v1', value: 1 },
      { id: 'v2', value: 2 },
    ],
    rules: [{ id: 'r1', when: { variable: 'v1' }, actions: ['show', 'o1'] }],
    extra: { theme: { dark: true, colors: ['red', 'blue'] } },
  });

export const sampleTracks = (): Tracks =>
  deepFreeze({
    a: [
      { frame: 0, time: 0, x: 0.1, y: 0.1, width: 0.2, height: 0.2 },
      { frame: 10, time: 1 / 3, x: 0.3, y: 0.1, width: 0.2, height: 0.2 },
    ],
    b: [
      {
        frame: 5,
        time: 1 / 6,
        corners: [
          { x: 0, y: 0 },
          { x: 1, y: 0 },
          { x: 1, y: 1 },
          { x: 0, y: 1 },
        ],
      },
    ],
  });

export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}

/** Ids in the order they are asked for: `new1`, `new2`, … */
export function countedIds(prefix = 'new'): () => string {
  let count = 0;
  return () => `${prefix}${++count}`;
}

/** A JSON value without `null` anywhere in an object, so that merging it twice is merging it once. */
const jsonLeaf = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.string({ maxLength: 4 }),
  fc.array(fc.integer(), { maxLength: 2 }),
);
const config = fc.dictionary(
  fc.constantFrom('text', 'style', 'p', '__proto__', 'a/b', '~'),
  fc.oneof(
    jsonLeaf,
    fc.constant(null),
    fc.dictionary(fc.constantFrom('size', 'bold', 'q'), fc.oneof(jsonLeaf, fc.constant(null))),
  ),
);
const unit = fc.double({ min: -1, max: 2, noNaN: true });
const name = fc.option(fc.string({ maxLength: 10 }), { nil: null });
const userLabel = name.filter((text) => text === null || isNameable(text));

const withIds = <T extends JsonObject>(ids: string[], entry: fc.Arbitrary<T>): fc.Arbitrary<JsonObject[]> =>
  fc
    .uniqueArray(fc.constantFrom(...ids), { maxLength: ids.length })
    .chain((chosen) =>
      fc.tuple(
        ...chosen.map((id) =>
          fc.oneof(
            { weight: 5, arbitrary: entry.map((e) => ({ ...e, id })) },
            { weight: 1, arbitrary: fc.constant({ id, $delete: true }) },
          ),
        ),
      ),
    );

const overlayPatch = fc.record(
  {
    name,
    position: fc.oneof(fc.record({ x: unit, y: unit }), fc.constant(null)),
    plugin: fc.record({ type: fc.constantFrom('core:text', 'user:map'), config }),
    z: jsonLeaf,
  },
  { requiredKeys: [] },
);

const layerPatch = fc.record(
  { name, overlays: withIds(['o1', 'o2', 'o4', 'a/b'], overlayPatch), visible: fc.boolean() },
  { requiredKeys: [] },
);

const entryPatch = fc.record(
  { name, value: jsonLeaf, when: fc.dictionary(fc.constantFrom('variable', 'x'), jsonLeaf) },
  { requiredKeys: [] },
);

/** A valid patch of `sampleSections` in which every entry has an id, used once in its list. */
export const patches: fc.Arbitrary<JsonObject> = fc.record(
  {
    schemaVersion: fc.constant('1.0'),
    videoDetails: fc.constant({ fps: 30 }),
    objects: fc.record(
      {
        a: fc.oneof(fc.record({ userLabel, customData: config }, { requiredKeys: [] }), fc.constant(null)),
        b: fc.record({ userLabel, label: fc.constant('Wall') }, { requiredKeys: [] }),
        gone: fc.constant({ $delete: true }),
      },
      { requiredKeys: [] },
    ),
    layers: withIds(['l1', 'l2', 'l3'], layerPatch),
    variables: withIds(['v1', 'v3'], entryPatch),
    rules: withIds(['r1', 'r2'], entryPatch),
    theme: fc.oneof(config, fc.constant(null)),
    extra: config,
  },
  { requiredKeys: [] },
);

const asDocument = ({ extra, ...sections }: Partial<Sections>): JsonObject => ({ ...sections, ...extra });

/** What an edit of these sections has changed. */
export const changedSince = (before: Sections, { sections }: EditResult): Path[] =>
  changesBetween(asDocument(before), asDocument({ ...before, ...sections })).map(({ path }) => path);
