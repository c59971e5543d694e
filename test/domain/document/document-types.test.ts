import { expect, expectTypeOf, test } from 'vitest';
import type * as z from 'zod';
import type { getMetadata } from '../../../shared/contract/routes/metadata.ts';
import {
  type Keyframe,
  type MetadataDocument,
  metadataDocument,
  type StoredObject,
} from '../../../shared/contract/schemas/metadata.ts';
import { emptySections, type Tracks } from '../../../shared/domain/document/document.ts';
import { documentView } from '../../../shared/domain/document/document-view.ts';
import type { Answer } from '../../../shared/http/call.ts';

const tracks: Tracks = { a: [{ frame: 0, time: 0, x: 0.1, y: 0.2, width: 0.3, height: 0.4 }] };

const object: StoredObject = {
  id: 'a',
  kind: 'box',
  label: 'person',
  userLabel: null,
  confidence: 0.9,
  firstFrame: 0,
  lastFrame: 0,
  frameCount: 1,
  customData: {},
};

test('a stored object with its track is an object of the contract without a cast', () => {
  expectTypeOf<StoredObject & { track: Keyframe[] }>().toExtend<MetadataDocument['objects'][string]>();
  expectTypeOf<MetadataDocument>().toExtend<Answer<typeof getMetadata>['body']>();
  expectTypeOf<z.output<typeof metadataDocument>>().toEqualTypeOf<MetadataDocument>();
});

test('a document put together from its parts has the shape of the contract', () => {
  const sections = {
    ...emptySections({ totalFrames: 1, fps: 25, width: 64, height: 36 }),
    objects: { a: object },
  };
  const view = documentView({ sections, tracks });
  expect(metadataDocument.parse(view)).toEqual(view);
});
