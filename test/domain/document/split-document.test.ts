import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../shared/contract/errors.ts';
import { applyMergeById } from '../../../shared/domain/document/edit/apply-merge-by-id.ts';
import { parseDocument, splitDocument } from '../../../shared/domain/document/split-document.ts';
import type { JsonObject } from '../../../shared/domain/json/json.ts';
import { assembleDocument } from '../../support/videos/assemble-document.ts';
import {
  countedIds,
  patches,
  sampleSections,
  sampleTracks,
  storedObject,
  videoDetails,
} from './documents.ts';

const exported = (): JsonObject =>
  JSON.parse(JSON.stringify(assembleDocument(sampleSections(), sampleTracks())));

/** The exported sample with the value at a path replaced. */
function altered(path: string, value: unknown): JsonObject {
  const document = exported();
  const names = path.split('.');
  const last = names.pop() ?? '';
  let parent: unknown = document;
  for (const name of names) parent = Reflect.get(Object(parent), name);
  Reflect.set(Object(parent), last, value);
  return document;
}

describe('splitDocument', () => {
  test('is the inverse of assembleDocument for any document patches lead to', () => {
    fc.assert(
      fc.property(patches, (patch) => {
        const { sections } = applyMergeById(patch, { sections: sampleSections() }, countedIds());
        const before = { ...sampleSections(), ...sections };
        const tracks = sampleTracks();
        const after = splitDocument(
          JSON.parse(JSON.stringify(assembleDocument(before, tracks))),
          before.videoDetails,
        );
        expect(after.sections).toEqual(JSON.parse(JSON.stringify(before)));
        expect(Object.keys(after.tracks)).toEqual(Object.keys(before.objects));
        for (const [id, track] of Object.entries(after.tracks)) expect(track).toEqual(tracks[id]);
      }),
    );
  });

  test('takes the details of the video at hand, whatever the document says', () => {
    const { sections } = splitDocument(altered('videoDetails', 'nonsense'), { ...videoDetails, fps: 25 });
    expect(sections.videoDetails).toEqual({ ...videoDetails, fps: 25 });
  });

  test.each(['objects.a.track.1.hidden', 'objects.b.track.0.hidden'])('keeps %s', (path) => {
    for (const hidden of [true, false]) {
      const document = altered(path, hidden);
      const { sections, tracks } = splitDocument(document, videoDetails);
      expect(JSON.parse(JSON.stringify(assembleDocument(sections, tracks)))).toEqual(document);
    }
  });

  test('reads absent sections as empty', () => {
    expect(splitDocument({ schemaVersion: '1.0' }, videoDetails)).toEqual({
      sections: { videoDetails, objects: {}, layers: [], variables: [], rules: [], extra: {} },
      tracks: {},
    });
  });

  test.each<[string, unknown]>([
    ['schemaVersion', undefined],
    ['schemaVersion', '99.0'],
    ['objects', []],
    ['objects.a', null],
    ['objects.a.id', 'b'],
    ['objects', { '': { ...storedObject(''), track: [] } }],
    ['objects.a.kind', 'sphere'],
    ['objects.a.label', 7],
    ['objects.a.label', 'x'.repeat(256)],
    ['objects.a.userLabel', undefined],
    ['objects.a.confidence', 1.5],
    ['objects.a.confidence', '0.5'],
    ['objects.a.labelConfidence', -0.1],
    ['objects.a.firstFrame', -1],
    ['objects.a.firstFrame', 0.5],
    ['objects.a.firstFrame', 2 ** 53],
    ['objects.b.lastFrame', 4],
    ['objects.a.frameCount', undefined],
    ['objects.a.customData', []],
    ['objects.a.customData', { k: 'x'.repeat(16384) }],
    ['objects.a.track', undefined],
    ['objects.a.track', { length: 1 }],
    ['objects.a.track.1.frame', 0],
    ['objects.a.track.1.frame', '10'],
    ['objects.a.track.0.time', '0'],
    ['objects.a.track.0.x', null],
    ['objects.a.track.0.width', -0.1],
    ['objects.a.track.0.hidden', 'yes'],
    ['objects.a.track.0.hidden', null],
    ['objects.b.track.0.hidden', 1],
    ['objects.b.track.0.corners', [{ x: 0, y: 0 }]],
    ['objects.b.track.0.corners.2', { x: 1 }],
    ['layers', {}],
    ['layers.0', []],
    ['layers.0.id', ''],
    ['layers.1.id', 'l1'],
    ['layers.0.overlays', undefined],
    ['layers.0.overlays.1.id', 'o1'],
    ['layers.0.overlays.0.position', { x: 1 }],
    ['layers.0.overlays.0.plugin', { type: 'core:text' }],
    ['variables.0', 'v1'],
    ['variables.1.id', 'v1'],
    ['rules.0.id', 5],
  ])('refuses a document whose %s is %j', (path, value) => {
    expect(() => splitDocument(altered(path, value), videoDetails)).toThrow(ApiError);
  });

  test('answers any JSON value with sections or an ApiError', () => {
    const members = ['objects', 'layers', 'variables', 'rules', 'id', 'track', 'kind', 'overlays'];
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>(null, 'box', 'x', 0, 1.5, true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...members), tie('value')),
      ),
    }));
    fc.assert(
      fc.property(value, (document) => {
        try {
          const withVersion = typeof document === 'object' ? { ...document, schemaVersion: '1.0' } : document;
          splitDocument(withVersion, videoDetails);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('parseDocument', () => {
  const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

  test('reads an exported document', () => {
    const { sections, tracks } = parseDocument(utf8(JSON.stringify(exported())), videoDetails);
    expect(sections).toEqual(sampleSections());
    expect(tracks).toEqual(sampleTracks());
  });

  test.each(['', 'null', '[]', '{"schemaVersion":"1.0","__proto__":{}}', `{"a":${'['.repeat(100)}`])(
    'refuses %j',
    (text) => {
      expect(() => parseDocument(utf8(text), videoDetails)).toThrow(ApiError);
    },
  );

  test('refuses text that is not UTF-8', () => {
    const bytes = Uint8Array.of(...utf8('{"schemaVersion":"1.0","a":"'), 0xff, ...utf8('"}'));
    expect(() => parseDocument(bytes, videoDetails)).toThrow(
      expect.objectContaining({ code: 'INVALID_JSON' }),
    );
  });

  test('distinguishes a document of a newer schema from a damaged one', () => {
    const newer = utf8(JSON.stringify(altered('schemaVersion', '1.1')));
    expect(() => parseDocument(newer, videoDetails)).toThrow(
      expect.objectContaining({
        code: 'UNSUPPORTED_SCHEMA',
        field: 'schemaVersion',
        details: { newest: '1.0', provided: '1.1' },
      }),
    );
  });
});
