import type { StoredObject } from './document.ts';

/** A tracked object in the list of objects: the fields of the contract and no others. */
type TrackedObject = Pick<
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

/** Tracked objects by first frame, those of the same frame by id. */
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
