import { isJsonObject, jsonEqual } from './json.ts';
import type { Path } from './path.ts';

/** Called with the path of every member a merge adds, changes or removes. */
export type OnChange = (path: Path) => void;

/**
 * Merges a patch into a value (RFC 7396): objects merge member by member, `null` removes a member, anything else
 * replaces. The target is not modified; parts that stay the same are shared, and when nothing changes at all the
 * result is the target itself. A key `__proto__` is an ordinary member here.
 *
 * @param path where the target lies, for `onChange`
 */
export function mergePatch(
  target: unknown,
  patch: unknown,
  path: Path = [],
  onChange: OnChange = () => {},
): unknown {
  if (!isJsonObject(patch)) {
    if (jsonEqual(target, patch)) return target;
    onChange(path);
    return patch;
  }
  if (!isJsonObject(target)) {
    onChange(path);
    return mergePatch({}, patch);
  }
  const merged = new Map(Object.entries(target));
  let changed = false;
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) {
      if (!merged.delete(key)) continue;
      onChange([...path, key]);
      changed = true;
    } else {
      const before = merged.get(key);
      const after = mergePatch(before, value, [...path, key], onChange);
      if (after === before) continue;
      merged.set(key, after);
      changed = true;
    }
  }
  return changed ? Object.fromEntries(merged) : target;
}
