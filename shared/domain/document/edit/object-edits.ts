import { ApiError } from '../../../contract/errors.ts';
import type { StoredObject, SurfaceKeyframe } from '../../../contract/schemas/metadata.ts';
import type { JsonObject } from '../../json/json.ts';
import type { LoadedParts } from '../document.ts';
import { type DocumentEdit, type EditResult, pathsOfPatch } from './document-edit.ts';
import { type Annotation, changedAnnotations, mergeObject } from './merge-objects.ts';

interface ObjectEditResult extends EditResult {
  /** The object after the edit. */
  object: StoredObject;
  changed: Annotation[];
}

/**
 * Edits members of one tracked object (see `mergeObject`). Errors name the members as the caller does.
 * @throws on applying: ApiError `OBJECT_NOT_FOUND`, `READ_ONLY_FIELD`, `INVALID_PARAMETER`
 */
export const objectEdit = (id: string, members: JsonObject): DocumentEdit<ObjectEditResult> => {
  const apply = (current: LoadedParts): ObjectEditResult => {
    const { objects, before } = find(current, id);
    const object = mergeObject(before, members, current.tracks, []);
    const changed = changedAnnotations(before, object);
    if (changed.length === 0) return { sections: {}, touched: [], object, changed };
    return { sections: { objects: { ...objects, [id]: object } }, touched: ['objects'], object, changed };
  };
  const tracks = members.track !== undefined;
  return {
    plan: { sections: ['objects'], tracks },
    positional: false,
    names: () => pathsOfPatch(members, 'whole', ['objects', id]),
    apply,
    narrow: tracks ? undefined : { entries: { objects: [[id]] }, apply },
  };
};

interface ObjectRemovalResult extends EditResult {
  /** The object before its removal. */
  object: StoredObject;
}

/**
 * Removes one tracked object. Its track stays in the stored tracks, where nothing reads it, until a job rewrites them: the
 * cost of a removal does not grow with the tracks.
 * @throws on applying: ApiError `OBJECT_NOT_FOUND`
 */
export const objectRemoval = (id: string): DocumentEdit<ObjectRemovalResult> => ({
  plan: { sections: ['objects'], tracks: false },
  positional: false,
  names: () => [['objects', id]],
  apply(current) {
    const { objects, before } = find(current, id);
    const { [id]: _, ...others } = objects;
    return { sections: { objects: others }, touched: ['objects'], object: before };
  },
});

function find({ sections: { objects } }: LoadedParts, id: string) {
  if (objects === undefined) throw new Error('The section objects was not loaded.');
  const before = Object.hasOwn(objects, id) ? objects[id] : undefined;
  if (before === undefined) throw new ApiError('OBJECT_NOT_FOUND', 'There is no such object.');
  return { objects, before };
}

/** What the addition of a surface reads and names: enough to find its conflicts. */
export const additionOf = (id: string): Pick<DocumentEdit, 'plan' | 'names'> => ({
  plan: { sections: ['objects'], tracks: true },
  names: () => [['objects', id]],
});

/** Adds a surface of which one frame is known. Its id must be one that no object has had. */
export const surfaceAddition = (
  { id, name }: { id: string; name: string },
  keyframe: SurfaceKeyframe,
): DocumentEdit<EditResult> => ({
  ...additionOf(id),
  positional: false,
  apply({ sections: { objects }, tracks }) {
    const { frame } = keyframe;
    const surface: StoredObject = {
      id,
      kind: 'surface',
      label: 'surface',
      userLabel: name,
      confidence: 1,
      firstFrame: frame,
      lastFrame: frame,
      frameCount: 1,
      tracked: false,
      customData: {},
    };
    return {
      sections: { objects: { ...objects, [id]: surface } },
      tracks: { ...tracks, [id]: [keyframe] },
      touched: ['objects'],
    };
  },
});
