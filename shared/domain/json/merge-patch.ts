import { isJsonObject, jsonEqual } from './json.ts';

/**
 * Merges a patch into a value (RFC 7396): objects merge member by member, `null` removes a member, anything else
 * replaces. The target is not modified and shares its unchanged parts with the result; when nothing changes, the
 * result is the target itself. A key `__proto__` is an ordinary member here.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return jsonEqual(target, patch) ? target : patch;
  if (!isJsonObject(target)) return mergePatch({}, patch);
  const merged = new Map(Object.entries(target));
  let changed = false;
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) {
      changed = merged.delete(key) || changed;
      continue;
    }
    const before = merged.get(key);
    const after = mergePatch(before, value);
    if (after === before) continue;
    merged.set(key, after);
    changed = true;
  }
  return changed ? Object.fromEntries(merged) : target;
}
