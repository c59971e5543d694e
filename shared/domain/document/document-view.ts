import type { Keyframe, MetadataDocument } from '../../contract/schemas/metadata.ts';
import type { JsonObject } from '../json/json.ts';
import { type LoadedParts, SCHEMA_VERSION, type Sections, type Tracks } from './document.ts';

/** The document as clients see it, with the parts that are loaded. */
export function documentView({ sections: { extra, ...members }, tracks }: LoadedParts): JsonObject {
  const { objects } = members;
  return {
    schemaVersion: SCHEMA_VERSION,
    ...members,
    ...(objects === undefined || tracks === undefined ? {} : { objects: withTracks(objects, tracks) }),
    ...extra,
  };
}

/** The objects as clients see them. Tracks of removed objects are left out. */
const withTracks = (objects: Sections['objects'], tracks: Tracks): MetadataDocument['objects'] =>
  Object.fromEntries(
    Object.entries(objects).map(([id, object]) => [id, { ...object, track: trackOf(tracks, id) }]),
  );

/** The keyframes of an object; empty where it has no track. */
export const trackOf = (tracks: Tracks, id: string): Keyframe[] =>
  (Object.hasOwn(tracks, id) ? tracks[id] : undefined) ?? [];
