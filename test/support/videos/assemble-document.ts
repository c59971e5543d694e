import type { MetadataDocument } from '../../../shared/contract/schemas/metadata.ts';
import type { Sections, Tracks } from '../../../shared/domain/document/document.ts';
import { documentView } from '../../../shared/domain/document/document-view.ts';

/** The document that clients read, assembled in memory. The service assembles it while sending. */
export const assembleDocument = (sections: Sections, tracks: Tracks): MetadataDocument =>
  documentView({ sections, tracks }) as MetadataDocument;
