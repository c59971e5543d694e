import type {
  Identified,
  Keyframe,
  Layer,
  StoredObject,
  VideoDetails,
} from '../../contract/schemas/metadata.ts';
import type { JsonObject } from '../json/json.ts';

/** Version of the document's schema that this code reads and writes. */
export const SCHEMA_VERSION = '1.0';

/** The schema version of metadata versions that were stored without one. */
export const UNMARKED_SCHEMA_VERSION = '1.0';

/**
 * The sections of a document. Every section except `extra` is the top-level member of the same name;
 * `extra` holds the top-level members that this service does not know, unchanged.
 */
export const SECTION_NAMES = ['videoDetails', 'objects', 'layers', 'variables', 'rules', 'extra'] as const;

export type SectionName = (typeof SECTION_NAMES)[number];

/** Object id → keyframes in frame order; `shapeAt` says where the object is in each frame. */
export type Tracks = Record<string, Keyframe[]>;

export interface Sections {
  videoDetails: VideoDetails;
  objects: Record<string, StoredObject>;
  layers: Layer[];
  variables: Identified[];
  rules: Identified[];
  extra: JsonObject;
}

/** The parts of a document that have been loaded; of the objects perhaps only some. */
export interface LoadedParts {
  sections: Partial<Sections>;
  tracks?: Tracks;
}

/** The sections of a video that has not been processed or edited yet. */
export const emptySections = (videoDetails: VideoDetails): Sections => ({
  videoDetails,
  objects: {},
  layers: [],
  variables: [],
  rules: [],
  extra: {},
});
