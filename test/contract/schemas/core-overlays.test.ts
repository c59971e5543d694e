import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endpointsFor } from '../../../shared/contract/audience.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { DOCUMENT } from '../../../shared/contract/openapi/documentation/samples.ts';
import { openApiDocument } from '../../../shared/contract/openapi/openapi-document.ts';
import {
  CORE_CONFIGS,
  imageConfig,
  shapeConfig,
  textConfig,
} from '../../../shared/contract/schemas/core-overlays.ts';
import { overlay } from '../../../shared/contract/schemas/metadata.ts';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test.each([
  [textConfig, { text: '' }],
  [
    textConfig,
    { text: 'שלום 👋', size: 0.1, color: '#fff', background: '#00000080', align: 'start', width: 1 },
  ],
  [
    textConfig,
    { text: 'a', firstFrame: 0, lastFrame: 9, opacity: 0.5, anchor: { object: 'o1' }, note: 'kept' },
  ],
  [imageConfig, { source: PIXEL }],
  [imageConfig, { source: 'https://example.org/logo.png', width: 0.2, height: 0.1 }],
  [shapeConfig, { shape: 'ellipse', anchor: { object: 'o1', x: 0, y: 1 } }],
  [
    shapeConfig,
    {
      shape: 'arrow',
      points: [
        { x: 0, y: 1 },
        { x: 1, y: 0 },
      ],
      stroke: '#12345678',
      strokeWidth: 0.01,
    },
  ],
])('a config that readers draw as it says is valid: %#', (schema, config) => {
  expect(schema.parse(config)).toEqual(config);
});

test.each([
  [textConfig, { text: 7 }],
  [textConfig, { text: 'a', color: 'red' }],
  [textConfig, { text: 'a', size: -1 }],
  [textConfig, { text: 'a', firstFrame: 0.5 }],
  [textConfig, { text: 'a', size: '0.1' }],
  [textConfig, { text: 'a', anchor: { x: 1 } }],
  [imageConfig, { source: `data:image/png;base64,${'A'.repeat(LIMITS.overlayImage.characters)}` }],
  [shapeConfig, { shape: 'star' }],
  [shapeConfig, { shape: 'polygon', points: [{ x: 0 }] }],
])('a config that readers could not draw is refused: %#', (schema, config) => {
  expect(schema.safeParse(config).success).toBe(false);
});

describe('an overlay', () => {
  test('is never refused for its config, and keeps all of it', () => {
    const types = fc.constantFrom(...Object.keys(CORE_CONFIGS), 'user:clock');
    const names = fc.constantFrom(
      'text',
      'size',
      'source',
      'shape',
      'points',
      'anchor',
      'firstFrame',
      'other',
    );
    fc.assert(
      fc.property(types, fc.dictionary(names, fc.jsonValue(), { noNullPrototype: true }), (type, config) => {
        const whole = { id: 'a', plugin: { type, config } };
        expect(overlay.parse(whole)).toEqual(whole);
      }),
    );
  });

  test('in the examples of the reference is what the schema of its type describes', () => {
    const overlays = DOCUMENT.layers.flatMap((layer) => layer.overlays);
    for (const { plugin } of overlays) {
      const schema = CORE_CONFIGS[plugin.type as keyof typeof CORE_CONFIGS];
      expect(schema.parse(plugin.config)).toEqual(plugin.config);
    }
    expect(overlays.length).toBeGreaterThan(1);
  });
});

test('the reference has the schema of each type, and says that a config may be anything else', () => {
  const { schemas } = openApiDocument(endpointsFor('integrators')).components;
  expect(schemas.OverlayPlugin?.properties?.config?.anyOf).toEqual([
    { $ref: '#/components/schemas/TextConfig' },
    { $ref: '#/components/schemas/ImageConfig' },
    { $ref: '#/components/schemas/ShapeConfig' },
    { type: 'object', additionalProperties: true },
  ]);
});
