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

/** Frame counts are exact; `width` and `height` are pixels as displayed (after rotation and pixel aspect ratio). */
export interface VideoDetails {
  totalFrames: number;
  fps: number;
  width: number;
  height: number;
}

/** A list entry identified by `id`; its other members are kept unchanged. */
export interface Identified extends JsonObject {
  id: string;
}

export interface Overlay extends Identified {
  name?: string;
  /** Fractions of the displayed frame, origin at its top-left corner; may be outside the frame. */
  position?: JsonObject & { x: number; y: number };
  /** `type` is namespaced: `core:<name>`, `user:<name>`. */
  plugin?: JsonObject & { type: string; config: JsonObject };
}

export interface Layer extends Identified {
  name?: string;
  overlays: Overlay[];
}

/** A tracked object without its track. Frames are ranks in presentation order, 0-based. */
export interface StoredObject extends Identified {
  kind: 'box' | 'surface';
  label: string;
  userLabel: string | null;
  /** In [0, 1]. */
  confidence: number;
  /** Probability of `label` in [0, 1], where CLIP chose it among texts. */
  labelConfidence?: number;
  firstFrame: number;
  lastFrame: number;
  frameCount: number;
  customData: JsonObject;
}

/** Coordinates are fractions of the displayed frame; `frame` is a rank in presentation order, `time` in seconds. */
export interface BoxKeyframe {
  frame: number;
  time: number;
  /** Left edge. */
  x: number;
  /** Top edge. */
  y: number;
  width: number;
  height: number;
}

/** The four corners in order around the surface; units as in `BoxKeyframe`. */
interface SurfaceKeyframe {
  frame: number;
  time: number;
  corners: { x: number; y: number }[];
}

export type Keyframe = BoxKeyframe | SurfaceKeyframe;

/** Object id → keyframes in frame order, with linear interpolation by frame between them. */
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

/** The document as clients see it: the members of the contract, and any others that clients have added. */
export interface MetadataDocument extends JsonObject {
  schemaVersion: string;
  videoDetails: VideoDetails;
  objects: Record<string, StoredObject & { track: Keyframe[] }>;
  layers: Layer[];
  variables: Identified[];
  rules: Identified[];
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
