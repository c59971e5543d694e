import { type JsonObject, jsonEqual } from '../../json/json.ts';
import { shortPointer } from '../../json/json-pointer.ts';
import { memberLookup } from '../../json/member-lookup.ts';
import type { Path } from '../../json/path.ts';
import type { Sections } from '../document.ts';

/** The size of an answer must not grow with the request. */
const MOST_POINTERS = 100;

/**
 * The paths named by an edit that changed between two versions: at the path itself, below it (the edit removes a layer
 * that was edited) or above it (the edit changes a layer that was removed). A value that `base` does not have, because the
 * edit adds it or refers to nothing, counts as one path, however many paths below it are named.
 *
 * @param base sections of the version the edit was made for
 * @param current the same sections of the newest version
 * @param named the paths that the edit names
 * @returns JSON Pointers with ids in place of indices, `/layers/<layerId>/overlays/<overlayId>`; at most 100.
 *   A pointer of more than 1,000 characters is replaced by that of its nearest container within the limit
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
