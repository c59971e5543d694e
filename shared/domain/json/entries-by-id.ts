import { isJsonObject } from './json.ts';

/** The entries of a list by id; null unless every entry has an id of its own. */
export function entriesById(value: unknown): Map<string, unknown> | null {
  if (!Array.isArray(value)) return null;
  const entries = new Map<string, unknown>();
  for (const entry of value) {
    if (!isJsonObject(entry) || typeof entry.id !== 'string' || entries.has(entry.id)) return null;
    entries.set(entry.id, entry);
  }
  return entries;
}
