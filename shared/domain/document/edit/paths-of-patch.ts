import { isJsonObject } from '../../json/json.ts';
import type { Path } from '../../json/path.ts';

/**
 * The paths that a partial document names: its members, as deep as it goes. A list entry to be removed is named as a
 * whole; an entry without an id is new and names nothing.
 *
 * @param lists how the patch treats lists: entries are matched by `id`, or the whole list is replaced
 * @param path at which the patch applies
 */
export function pathsOfPatch(patch: unknown, lists: 'by id' | 'whole', path: Path = []): Path[] {
  const below = (value: unknown, name: string): Path[] => pathsOfPatch(value, lists, [...path, name]);
  if (Array.isArray(patch)) {
    const entries = patch.filter((entry) => isJsonObject(entry));
    if (lists === 'whole' || entries.length < patch.length || entries.length === 0) return [path];
    return entries.flatMap(({ id, ...members }) => (typeof id === 'string' ? below(members, id) : []));
  }
  if (!isJsonObject(patch) || patch.$delete !== undefined) return [path];
  const members = Object.entries(patch);
  return members.length === 0 ? [path] : members.flatMap(([name, value]) => below(value, name));
}
