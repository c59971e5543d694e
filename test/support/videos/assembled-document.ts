import { withTracks } from '../../../shared/domain/document/assemble.ts';
import {
  type MetadataDocument,
  SCHEMA_VERSION,
  type Sections,
  type Tracks,
} from '../../../shared/domain/document/document.ts';

/** The document clients read, put together in memory: what the service sends piece by piece. */
export function assembleDocument(sections: Sections, tracks: Tracks): MetadataDocument {
  const { videoDetails, objects, layers, variables, rules, extra } = sections;
  return {
    schemaVersion: SCHEMA_VERSION,
    videoDetails,
    objects: withTracks(objects, tracks),
    layers,
    variables,
    rules,
    ...extra,
  };
}
