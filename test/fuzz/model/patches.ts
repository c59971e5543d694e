import fc from 'fast-check';
import { OBJECT_IDS } from '../requests/vocabulary.ts';
import type { Json, Operation } from './json-edits.ts';

/** Few ids and members, so that edits meet. */
const ids = fc.constantFrom('a', 'b', 'c');
const userLabels = fc.constantFrom('A', 'B', 'Ж\u0301');
const names = fc.oneof(userLabels, fc.constant(''));
const values = fc.constantFrom<unknown>(0, -1.5, 'x', true, [1, null], [], { p: 1 }, { p: { q: [] } });
const optional: { requiredKeys: []; noNullPrototype: true } = { requiredKeys: [], noNullPrototype: true };
const withId: { requiredKeys: ['id']; noNullPrototype: true } = {
  requiredKeys: ['id'],
  noNullPrototype: true,
};
const removable = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary }, { weight: 1, arbitrary: fc.constant(null) });

const positions = fc.record(
  { x: fc.constantFrom(0, 0.25, 1.5), y: fc.constantFrom(0, 0.5) },
  { noNullPrototype: true },
);
const plugins = fc.record(
  {
    type: fc.constantFrom('core:text', 'user:chart'),
    config: fc.dictionary(ids, values, { maxKeys: 2, noNullPrototype: true }),
  },
  { requiredKeys: ['type'], noNullPrototype: true },
);

const removal = ids.map((id): Json => ({ id, $delete: true }));
const mostly = <Value>(arbitrary: fc.Arbitrary<Value>, other: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 5, arbitrary }, { weight: 1, arbitrary: other });

const upTo = <Value>(most: number, arbitrary: fc.Arbitrary<Value>) =>
  fc.array(arbitrary, { maxLength: most });

const overlayPatches: fc.Arbitrary<Json> = mostly(
  fc.record(
    {
      id: ids,
      name: removable(names),
      position: removable(positions),
      plugin: removable(plugins),
      note: removable(values),
    },
    withId,
  ),
  removal,
);
const layerPatches: fc.Arbitrary<Json> = mostly(
  fc.record(
    {
      id: ids,
      name: removable(names),
      note: removable(values),
      overlays: removable(upTo(3, overlayPatches)),
    },
    withId,
  ),
  removal,
);
const entryPatches: fc.Arbitrary<Json> = mostly(
  fc.record({ id: ids, name: removable(names), value: removable(values) }, withId),
  removal,
);

export const objectIds = fc.constantFrom(...OBJECT_IDS, 'ghost');

const customData = fc.dictionary(ids, removable(values), { maxKeys: 2, noNullPrototype: true });

export const objectMembers: fc.Arbitrary<Json> = fc.record(
  { userLabel: removable(userLabels), customData },
  optional,
);

/** In a document, `null` also stands for missing data. */
const documentMembers: fc.Arbitrary<Json> = fc.record(
  { userLabel: removable(userLabels), customData: removable(customData) },
  optional,
);

const objectPatches: fc.Arbitrary<Json> = fc.dictionary(
  fc.constantFrom(...OBJECT_IDS),
  fc.oneof({ weight: 4, arbitrary: documentMembers }, fc.constant(null), fc.constant({ $delete: true })),
  { maxKeys: 2, noNullPrototype: true },
);

/** At most one invalid entry, so that the reason of a refusal is clear. */
const faults = fc.constantFrom<Json>(
  { schemaVersion: '9' },
  { videoDetails: { fps: 11 } },
  { objects: { ghost: { userLabel: 'x' } } },
);

export const mergeByIdPatches: fc.Arbitrary<Json> = mostly(
  fc.record(
    {
      schemaVersion: fc.constant('1.0'),
      videoDetails: fc.constant({ fps: 10 }),
      objects: objectPatches,
      layers: removable(upTo(3, layerPatches)),
      variables: removable(upTo(3, entryPatches)),
      rules: removable(upTo(3, entryPatches)),
      note: removable(values),
    },
    optional,
  ),
  faults,
);

const entries = fc.record({ id: ids, name: names, value: values }, withId);
const overlays = fc.record({ id: ids, name: names, position: positions }, withId);
/** Complete layers, as in a document. */
const layers = fc.record(
  { id: ids, name: names, overlays: upTo(2, overlays) },
  { requiredKeys: ['id', 'overlays'], noNullPrototype: true },
);

/** Ids may repeat here: by the RFCs, the result is then not a valid document. */
export const mergePatches: fc.Arbitrary<Json> = mostly(
  fc.record(
    {
      objects: fc.dictionary(objectIds, removable(documentMembers), { maxKeys: 2, noNullPrototype: true }),
      layers: removable(upTo(2, layers)),
      variables: removable(upTo(2, entries)),
      rules: removable(upTo(2, entries)),
      note: removable(values),
    },
    optional,
  ),
  faults,
);

const operation = (op: Operation['op'], path: string, more: object = {}): fc.Arbitrary<Operation> =>
  fc.constant({ op, path, ...more });

const operations: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    op: fc.constant('add' as const),
    path: fc.constantFrom('/variables/-', '/rules/0', '/variables/1'),
    value: entries,
  }),
  fc.record({
    op: fc.constant('add' as const),
    path: fc.constantFrom('/layers/-', '/layers/0'),
    value: layers,
  }),
  fc.record({ op: fc.constant('add' as const), path: fc.constant('/layers/0/overlays/-'), value: overlays }),
  fc.record({
    op: fc.constantFrom('add' as const, 'replace' as const, 'test' as const),
    path: fc.constantFrom('/note', '/variables/0/value', '/objects/car1/customData/a'),
    value: values,
  }),
  fc.record({
    op: fc.constant('replace' as const),
    path: fc.constantFrom('/objects/car1/userLabel', '/objects/ghost/userLabel'),
    value: userLabels,
  }),
  fc.record({ op: fc.constant('replace' as const), path: fc.constant('/layers/0/name'), value: names }),
  fc.record({
    op: fc.constant('remove' as const),
    path: fc.constantFrom(
      '/layers/0',
      '/variables/0',
      '/objects/car2',
      '/objects/car1/userLabel',
      '/note',
      '/rules',
    ),
  }),
  operation('move', '/rules/-', { from: '/variables/0' }),
  operation('move', '/note', { from: '/variables/0/value' }),
  operation('copy', '/variables/-', { from: '/rules/0' }),
  operation('copy', '/elsewhere', { from: '/layers' }),
  operation('test', '/variables/0/id', { value: 'a' }),
  operation('replace', '/schemaVersion', { value: '9' }),
  operation('add', '/layers/-', { value: { id: 'z' } }),
);

export const operationLists: fc.Arbitrary<Operation[]> = fc.oneof(
  fc.array(operations, { maxLength: 1 }),
  fc.array(operations, { maxLength: 4 }),
);

/** What `changes` takes: at least one. */
export const changeLists: fc.Arbitrary<Operation[]> = fc.oneof(
  fc.array(operations, { minLength: 1, maxLength: 1 }),
  fc.array(operations, { minLength: 1, maxLength: 4 }),
);
