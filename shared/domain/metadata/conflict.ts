import type { JsonObject, Sections } from './document.ts';
import { isJsonObject, jsonEqual } from './json.ts';
import { fromPointer } from './path.ts';

/**
 * Which of the paths a patch changes were also changed between two versions: at the path itself, below it (the
 * patch removes a layer somebody edited) or above it (the patch edits a layer somebody removed).
 *
 * @param base sections of the version the patch was made for
 * @param current the same sections of the newest version
 * @param patchPaths JSON Pointers as `applyMergeById` returns them for the patch on `base`
 */
export function conflictingPaths(
  base: Partial<Sections>,
  current: Partial<Sections>,
  patchPaths: readonly string[],
): string[] {
  const member = memberLookup();
  const documents = [asDocument(base), asDocument(current)] as const;

  return patchPaths.filter((pointer) => {
    let [a, b]: readonly [unknown, unknown] = documents;
    for (const segment of fromPointer(pointer)) {
      if (typeof a !== 'object' || typeof b !== 'object') break;
      [a, b] = [member(a, segment), member(b, segment)];
    }
    return !jsonEqual(a, b);
  });
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
