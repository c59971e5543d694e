import { isJsonObject } from './json.ts';

/** Reads a member by name or a list entry by id, with an index of each list that is built once. */
export function memberLookup(): (container: unknown, name: string) => unknown {
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
