import { ApiError } from '../../contract/errors.ts';
import type { Path } from '../json/path.ts';
import type { JsonObject, StoredObject } from './document.ts';
import type { DocumentEdit, EditResult, PlannedParts } from './document-edit.ts';
import { pathsOfPatch } from './named-paths.ts';
import { mergeObject } from './object-merge.ts';

export interface ObjectResult extends EditResult {
  /** The object as it is afterwards, or as it was before its removal. */
  object: StoredObject;
}

/**
 * Sets members of one tracked object as `mergeObject` tells; errors name the members as the caller does.
 * @throws on applying: ApiError `OBJECT_NOT_FOUND`, `READ_ONLY_FIELD`, `INVALID_PARAMETER`
 */
export const objectChange = (id: string, members: JsonObject): DocumentEdit<ObjectResult> => ({
  plan: { sections: ['objects'], only: [id], tracks: members.track !== undefined },
  positional: false,
  names: () => pathsOfPatch(members, 'whole', ['objects', id]),
  apply(current) {
    const { before } = find(current, id);
    const paths: Path[] = [];
    const object = mergeObject(before, members, current.tracks, [], (path) =>
      paths.push(['objects', id, ...path]),
    );
    if (object === before) return { sections: {}, touched: [], paths, object };
    return { sections: {}, edited: { [id]: object }, touched: ['objects'], paths, object };
  },
});

/**
 * Removes one tracked object. Its track stays in the blob of tracks, where nothing reads it any more, until a job
 * writes that blob anew: a removal costs the same however heavy the tracks are.
 * @throws on applying: ApiError `OBJECT_NOT_FOUND`
 */
export const objectRemoval = (id: string): DocumentEdit<ObjectResult> => ({
  plan: { sections: ['objects'], tracks: false },
  positional: false,
  names: () => [['objects', id]],
  apply(current) {
    const { objects, before } = find(current, id);
    const { [id]: _, ...others } = objects;
    return { sections: { objects: others }, touched: ['objects'], paths: [['objects', id]], object: before };
  },
});

function find({ sections: { objects } }: PlannedParts, id: string) {
  if (objects === undefined) throw new Error('The section objects was not loaded.');
  const before = Object.hasOwn(objects, id) ? objects[id] : undefined;
  if (before === undefined) throw new ApiError('OBJECT_NOT_FOUND', 'There is no such object.');
  return { objects, before };
}
