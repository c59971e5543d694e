import { objectName, type VideoDocument } from '../video-data.ts';

/** Objects to choose one of, by their ids; objects of the same name are distinguished by their ids. */
export function anchorChoices(
  ids: readonly string[],
  objects: VideoDocument['objects'],
): { value: string; label: string }[] {
  const choices = ids.map((id) => {
    const object = Object.hasOwn(objects, id) ? objects[id] : undefined;
    return { value: id, label: object ? `${objectName(object)} (${object.kind})` : `${id} (not there)` };
  });
  const count = Map.groupBy(choices, ({ label }) => label);
  return choices.map(({ value, label }) => ({
    value,
    label: (count.get(label)?.length ?? 0) > 1 ? `${label} ${value}` : label,
  }));
}
