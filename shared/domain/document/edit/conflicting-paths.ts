import { isJsonObject, type JsonObject, jsonEqual } from '../../json/json.ts';
import { shortPointer } from '../../json/json-pointer.ts';
import type { Path } from '../../json/path.ts';
import type { Sections } from '../document.ts';

/** An answer must not grow with the number of what somebody sends. */
const MOST_POINTERS = 100;

/**
 * Which of the paths an edit names were changed between two versions: at the path itself, below it (the edit
 * removes a layer somebody edited) or above it (it edits a layer somebody removed). What `base` does not hold the
 * edit would make, or cannot find: that is one path, however much of it is named.
 *
 * @param base sections of the version the edit was made for
 * @param current the same sections of the newest version
 * @param named the paths
 * @returns JSON Pointers with ids in place of indices, `/layers/<layerId>/overlays/<overlayId>`; at most 100,
 *   and instead of one longer than 1,000 characters that of the nearest container whose pointer is not
 */
export function conflictingPaths(
  base: Partial<Sections>,
  current: Partial<Sections>,
  named: readonly Path[],
): string[] {
  const member = memberLookup();
  const documents = [asDocument(base), asDocument(current)] as const;

  const pointers = new Set<string>();
  for (const path of named) {
    let [a, b]: readonly [unknown, unknown] = documents;
    let depth = path.length;
    for (const [index, segment] of path.entries()) {
      if (typeof a !== 'object' || typeof b !== 'object') break;
      [a, b] = [member(a, segment), member(b, segment)];
      if (a === undefined) depth = index + 1;
    }
    if (!jsonEqual(a, b)) pointers.add(shortPointer(path.slice(0, depth)));
    if (pointers.size === MOST_POINTERS) break;
  }
  return [...pointers];
}

const asDocument = ({ extra, ...sections }: Partial<Sections>): JsonObject => ({ ...extra, ...sections });

/** Reads a member by name, or a list's entry by id; an index of each list is built once. */
function memberLookup(): (container: unknown, name: string) => unknown {
  const indexes = new Map<readonly unknown[], Map<unknown, unknown>>();
  return (container, name) => {
    if (isJsonObject(container)) return Object.hasOwn(container, name) ? container[name] : undefined;
    if (!Array.isArray(container)) return undefined;
    let index = indexes.get(container);
    if (index === undefined) {
      index = new Map(container.map((entry) => [isJsonObject(entry) ? entry.id : undefined, entry]));
      indexes.set(container, index);
    }
    return index.get(name);
  };
}
