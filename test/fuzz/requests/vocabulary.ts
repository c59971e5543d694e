import fc from 'fast-check';
import type { Components, JsonSchema } from '../../../shared/contract/openapi/types.ts';
import { raw } from './hostile.ts';
import type { Vocabulary } from './schema-values.ts';

/**
 * Placeholders in generated requests for what a running service has. They are the same in every run, so that a request
 * can be sent again; `World` fills in the ids and secrets.
 */
export const VIDEO_NAMES = ['video', 'uploading', 'foreign', 'deleted', 'latest'] as const;
export type VideoName = (typeof VIDEO_NAMES)[number];

export const KEY_NAMES = [
  'owner',
  'reader',
  'restricted',
  'excluded',
  'stranger',
  'limited',
  'revoked',
] as const;
export type KeyName = (typeof KEY_NAMES)[number];

/** Access tokens, by whose they are or what is wrong with them, and an API key, which opens nothing in the console. */
export const TOKEN_NAMES = [
  'owner',
  'stranger',
  'newcomer',
  'disabled',
  'expired',
  'early',
  'idToken',
  'otherClient',
  'foreign',
  'apiKey',
] as const;
export type TokenName = (typeof TOKEN_NAMES)[number];

/** Ids of keys: the newest that was made, and one of another account. */
const KEY_IDS = ['madeKey', 'foreignKey'] as const;
export type KeyId = (typeof KEY_IDS)[number];

export const OBJECT_IDS = ['car1', 'car2'] as const;

const UNKNOWN_ID = '0198a1f2-7c3e-7b54-9d1a-3f6e2c8b5a70';

const videoIds = fc.oneof(
  { weight: 8, arbitrary: fc.constant('$video$') },
  { weight: 1, arbitrary: fc.constantFrom('$uploading$', '$latest$') },
  { weight: 1, arbitrary: fc.constantFrom('$foreign$', '$deleted$', UNKNOWN_ID) },
);

const objectIds = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...OBJECT_IDS) },
  { weight: 1, arbitrary: fc.constant('x') },
);

const keyIds = fc.oneof(
  { weight: 6, arbitrary: fc.constant('$madeKey$') },
  { weight: 1, arbitrary: fc.constantFrom('$foreignKey$', UNKNOWN_ID) },
);

const pointers = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '/layers/-',
      '/layers/0/name',
      '/layers/0/overlays/-',
      '/layers/0/overlays/0/position/x',
      '/variables/-',
      '/variables/0',
      '/variables/0/value',
      '/rules',
      '/extra',
      '/extra/a',
      '/objects/car1/userLabel',
      '/objects/car2/customData/a',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '/',
      '/layers',
      '/objects/car1',
      '/objects/car1/track/0',
      '/schemaVersion',
      '/videoDetails/fps',
      '/layers/01',
      '/layers/99999999999999999999',
      '/layers/-1',
      '/x~1y~0z',
      '/x~2',
      'layers',
      '/__proto__/polluted',
      '/constructor/prototype/polluted',
      '/layers/length',
    ),
  },
);

const quadrilateral = (...points: [x: number, y: number][]) => points.map(([x, y]) => ({ x, y }));

/** Corners of surfaces: seldom some that can be tracked, since the answer waits for that. */
const corners = fc.oneof(
  { weight: 1, arbitrary: fc.constant(quadrilateral([0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8])) },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      quadrilateral([0.2, 0.2], [0.8, 0.8], [0.8, 0.2], [0.2, 0.8]),
      quadrilateral([0.2, 0.2], [0.8, 0.2], [0.3, 0.3], [0.2, 0.8]),
      quadrilateral([0.2, 0.2], [0.2, 0.2], [0.2, 0.2], [0.2, 0.2]),
      quadrilateral([2, 2], [3, 2], [3, 3], [2, 3]),
      quadrilateral([0.2, 0.2], [0.8, 0.2], [0.8, 0.8]),
    ),
  },
);

/** The newest version of the video that the request is about. */
const newestVersion = fc.constant(raw('$version$'));

const entry = fc.record(
  {
    id: fc.constantFrom('a', 'b', 'titles', 't1', 'speed'),
    name: fc.constantFrom('A', ''),
    value: fc.integer(),
  },
  { requiredKeys: ['id'], noNullPrototype: true },
);

const partial = (schema: JsonSchema | undefined): JsonSchema => ({ ...schema, required: [] });

/** The members of a document that a patch may change; the schema of a patch leaves them open. */
function editable({ MetadataDocument, ObjectPatch = {} }: Components['schemas']): JsonSchema {
  const { schemaVersion: _, videoDetails: __, ...properties } = MetadataDocument?.properties ?? {};
  const objects = Object.fromEntries(OBJECT_IDS.map((id) => [id, ObjectPatch]));
  return {
    ...partial(MetadataDocument),
    properties: { ...properties, objects: { type: 'object', properties: objects } },
  };
}

/** Values that exist in the service, unknown to the schemas. */
export const vocabularyFor = ({ schemas }: Components): Vocabulary => ({
  members: {
    id: fc.constantFrom('a', 'b', 'titles', 't1', 'speed'),
    path: pointers,
    from: pointers,
    value: fc.oneof(entry, fc.array(entry, { maxLength: 2 })),
    baseRevision: newestVersion,
    labels: fc.constantFrom([], ['object']),
    corners,
    frame: fc.nat(12),
    projectIds: fc.oneof(fc.constant(null), fc.array(videoIds, { minLength: 1, maxLength: 2 })),
    replaces: keyIds,
    enableClip: fc.constant(false),
    // The reference says that it is a boolean; a form has a text.
    autoProcess: fc.constantFrom(true, false, 'TRUE', '0', '1', ''),
  },
  components: {
    MetadataPatch: { oneOf: [editable(schemas), editable(schemas), partial(schemas.MetadataDocument)] },
  },
});

/** Texts of parameters, by the name of the parameter. */
export const PARAMETERS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  id: videoIds,
  videoId: videoIds,
  objectId: objectIds,
  keyId: keyIds,
  baseVersion: fc.constantFrom('$version$', '1'),
  version: fc.constantFrom('$version$', '1', '2'),
  'If-Match': fc.oneof(
    fc.constant('"$version$"'),
    fc.constantFrom('"$version$"', 'W/"$version$"', '*', '"1"'),
  ),
  'Idempotency-Key': fc.nat(500).map((number) => `key-${number}`),
};
