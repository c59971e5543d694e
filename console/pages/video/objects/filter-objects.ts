import type { VideoObject } from '../video-data.ts';
import type { VideoSearch } from '../video-search.ts';

/** Objects by their first frame, those of the same frame by id: the order of lanes and lists. */
export const inOrder = (objects: Iterable<VideoObject>): VideoObject[] =>
  [...objects].sort((a, b) => a.firstFrame - b.firstFrame || (a.id < b.id ? -1 : 1));

/** The searched fields of each object, made once: every key that is pressed searches all of them. */
const texts = new WeakMap<VideoObject, string>();

function searchedText(object: VideoObject): string {
  const known = texts.get(object);
  if (known !== undefined) return known;
  // No one types the separator.
  const text = [object.label, object.userLabel ?? '', object.id].join('\0').toLocaleLowerCase();
  texts.set(object, text);
  return text;
}

/** The objects that the filters leave. */
export function filterObjects(
  objects: readonly VideoObject[],
  { label, kind, confidence }: Pick<VideoSearch, 'label' | 'kind' | 'confidence'>,
): VideoObject[] {
  const part = label?.toLocaleLowerCase();
  return objects.filter(
    (object) =>
      (part === undefined || searchedText(object).includes(part)) &&
      (kind === undefined || object.kind === kind) &&
      (confidence === undefined || object.confidence * 100 >= confidence),
  );
}
