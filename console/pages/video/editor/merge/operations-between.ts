import type { JsonPatchOperation } from '../../../../../shared/contract/schemas/json-patch.ts';
import { entriesById } from '../../../../../shared/domain/json/entries-by-id.ts';
import { isJsonObject, jsonEqual } from '../../../../../shared/domain/json/json.ts';
import { toPointer } from '../../../../../shared/domain/json/json-pointer.ts';

/**
 * A JSON Patch (RFC 6902) that makes one document of another, with operations as deep as the documents are alike. Entries of
 * entries of lists are matched by unique ids; any other list that differs is replaced.
 *
 * @param at JSON Pointer of the values
 */
export function operationsBetween(before: unknown, after: unknown, at = ''): JsonPatchOperation[] {
  if (jsonEqual(before, after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) {
    return operationsOnMembers(new Map(Object.entries(before)), new Map(Object.entries(after)), at);
  }
  const [entries, wanted] = [entriesById(before), entriesById(after)];
  return entries === null || wanted === null
    ? [{ op: 'replace', path: at, value: after }]
    : operationsOnEntries(entries, wanted, at);
}

type Members = ReadonlyMap<string, unknown>;

function operationsOnMembers(before: Members, after: Members, at: string): JsonPatchOperation[] {
  const removed = [...before.keys()].filter((name) => !after.has(name));
  return [
    ...removed.map((name): JsonPatchOperation => ({ op: 'remove', path: at + toPointer([name]) })),
    ...[...after].flatMap(([name, value]): JsonPatchOperation[] => {
      const path = at + toPointer([name]);
      return before.has(name)
        ? operationsBetween(before.get(name), value, path)
        : [{ op: 'add', path, value }];
    }),
  ];
}

function operationsOnEntries(before: Members, after: Members, at: string): JsonPatchOperation[] {
  const operations: JsonPatchOperation[] = [];
  /** The ids of the list after the operations so far. */
  const ids = [...before.keys()];
  for (const [index, id] of [...ids.entries()].reverse()) {
    if (after.has(id)) continue;
    operations.push({ op: 'remove', path: `${at}/${index}` });
    ids.splice(index, 1);
  }
  for (const [index, [id, value]] of [...after].entries()) {
    if (ids[index] === id) continue;
    const path = `${at}/${index}`;
    if (before.has(id)) {
      const from = ids.indexOf(id, index);
      operations.push({ op: 'move', from: `${at}/${from}`, path });
      ids.splice(from, 1);
    } else operations.push({ op: 'add', path, value });
    ids.splice(index, 0, id);
  }
  const changed = [...after].flatMap(([id, value], index) =>
    before.has(id) ? operationsBetween(before.get(id), value, `${at}/${index}`) : [],
  );
  return [...operations, ...changed];
}
