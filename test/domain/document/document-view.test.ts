import { expect, test } from 'vitest';
import { metadataDocument } from '../../../shared/contract/schemas/metadata.ts';
import { emptySections } from '../../../shared/domain/document/document.ts';
import { assembleDocument } from '../../support/videos/assemble-document.ts';
import { sampleSections, sampleTracks, storedObject, videoDetails } from './documents.ts';

test('a document has the contract shape, with the track inside each object', () => {
  const document = assembleDocument(sampleSections(), sampleTracks());
  expect(metadataDocument.parse(document)).toEqual(document);
  expect(document.schemaVersion).toBe('1.0');
  expect(document.objects.a?.track).toEqual(sampleTracks().a);
  expect(document).toHaveProperty('theme.dark', true);
  expect(document).not.toHaveProperty('extra');
});

test('an empty document has the contract shape', () => {
  const document = assembleDocument(emptySections(videoDetails), {});
  expect(metadataDocument.parse(document)).toEqual(document);
});

test('a track without an object is left out, an object without a track has an empty one', () => {
  const sections = { ...emptySections(videoDetails), objects: { c: storedObject('c') } };
  expect(assembleDocument(sections, sampleTracks()).objects).toEqual({
    c: { ...storedObject('c'), track: [] },
  });
});

test('no member of Object.prototype is taken for a track', () => {
  const sections = { ...emptySections(videoDetails), objects: { toString: storedObject('toString') } };
  expect(assembleDocument(sections, {}).objects.toString).toMatchObject({ track: [] });
});
