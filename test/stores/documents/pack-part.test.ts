import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { applyMergeById } from '../../../shared/domain/document/edit/apply-merge-by-id.ts';
import { requireDocumentFits } from '../../../shared/domain/document/require-document-fits.ts';
import { MAX_DOCUMENT_BYTES } from '../../../shared/media/native/record.ts';
import { packPart } from '../../../shared/stores/documents/pack-part.ts';
import { countedIds, patches, sampleSections } from '../../domain/document/documents.ts';
import { assembleDocument } from '../../support/videos/assemble-document.ts';
import { trackedCars } from '../../support/videos/seed-video.ts';

test('what fits as it is stored fits as clients read it, in a file as well', async () => {
  await fc.assert(
    fc.asyncProperty(
      patches,
      fc.uniqueArray(fc.string({ unit: 'binary', minLength: 1, maxLength: 5 }), { maxLength: 30 }),
      async (patch, ids) => {
        const { sections } = applyMergeById(patch, { sections: sampleSections() }, countedIds());
        const { objects = {}, tracks = {} } = trackedCars(ids);
        const stored = { ...sampleSections(), ...sections, objects };
        const packed = await Promise.all(
          Object.entries({ ...stored, tracks }).map(([name, value]) => packPart(name, value)),
        );
        const clients = Buffer.byteLength(JSON.stringify(assembleDocument(stored, tracks)));
        // The rest of the largest document, which is the same in both.
        const rest = { size: LIMITS.documentBytes - clients + 1 };
        expect(() => requireDocumentFits([...packed, rest])).toThrow(
          expect.objectContaining({
            code: 'INVALID_PARAMETER',
            details: { min: 0, max: LIMITS.documentBytes, provided: expect.any(Number) },
          }),
        );
      },
    ),
    { numRuns: 30 },
  );
});

test('a file takes as large a document as fits', () => {
  expect(LIMITS.documentBytes).toBe(MAX_DOCUMENT_BYTES);
});
