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
  /** False for a surface of which only the frame is known in which it was marked. */
  tracked?: boolean;
  customData: JsonObject;
}

interface KeyframeBase {
  /** Rank in presentation order, 0-based. */
  frame: number;
  /** Presentation time in seconds. */
  time: number;
  /**
   * Begins a stretch in which the object was not seen: nothing is drawn until the next keyframe without it. The shape is
   * the last that was seen. See `shapeAt`.
   */
  hidden?: boolean;
}

/** Coordinates are fractions of the displayed frame. */
export interface BoxKeyframe extends KeyframeBase {
  /** Left edge. */
  x: number;
  /** Top edge. */
  y: number;
  width: number;
  height: number;
}

/** The four corners in order around the surface, in fractions of the displayed frame. */
export interface SurfaceKeyframe extends KeyframeBase {
  corners: { x: number; y: number }[];
  /** Probability in [0, 1] that the corners are where the surface is. */
  confidence?: number;
}

export type Keyframe = BoxKeyframe | SurfaceKeyframe;

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
