import type { VideoObject } from '../video-data.ts';
import type { VideoSearch } from '../video-search.ts';

/** Objects by their first frame, those of the same frame by id: the order of lanes and lists. */
export const inOrder = (objects: Iterable<VideoObject>): VideoObject[] =>
  [...objects].sort((a, b) => a.firstFrame - b.firstFrame || (a.id < b.id ? -1 : 1));

/** The objects that the filters leave. */
export function filterObjects(
  objects: readonly VideoObject[],
  { label, kind, confidence }: Pick<VideoSearch, 'label' | 'kind' | 'confidence'>,
): VideoObject[] {
  const part = label?.toLocaleLowerCase();
  return objects.filter(
    (object) =>
      (part === undefined ||
        [object.label, object.userLabel ?? '', object.id].some((text) =>
          text.toLocaleLowerCase().includes(part),
        )) &&
      (kind === undefined || object.kind === kind) &&
      (confidence === undefined || object.confidence * 100 >= confidence),
  );
}
