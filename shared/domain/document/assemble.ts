import type { Keyframe, MetadataDocument, Sections, StoredObject, Tracks } from './document.ts';

/** The objects as clients see them. Tracks that no object claims any more are left out. */
export const withTracks = (objects: Sections['objects'], tracks: Tracks): MetadataDocument['objects'] =>
  Object.fromEntries(
    Object.entries(objects).map(([id, object]) => [id, { ...object, track: trackOf(tracks, id) }]),
  );

export const trackOf = (tracks: Tracks, id: string): Keyframe[] =>
  (Object.hasOwn(tracks, id) ? tracks[id] : undefined) ?? [];

/** A tracked object as the list of objects gives it: the contract's fields and no others. */
export type TrackedObject = Pick<
  StoredObject,
  | 'id'
  | 'kind'
  | 'label'
  | 'userLabel'
  | 'confidence'
  | 'labelConfidence'
  | 'firstFrame'
  | 'lastFrame'
  | 'frameCount'
  | 'customData'
>;

/** In the order in which they appear in the video; those of one frame by id. */
export const listTrackedObjects = (objects: Record<string, StoredObject>): TrackedObject[] =>
  Object.values(objects)
    .map(({ id, kind, label, userLabel, confidence, labelConfidence, customData, ...object }) => ({
      id,
      kind,
      label,
      userLabel,
      confidence,
      ...(labelConfidence === undefined ? {} : { labelConfidence }),
      firstFrame: object.firstFrame,
      lastFrame: object.lastFrame,
      frameCount: object.frameCount,
      customData,
    }))
    .sort((a, b) => a.firstFrame - b.firstFrame || (a.id < b.id ? -1 : 1));
