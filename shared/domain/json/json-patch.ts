import { ApiError } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { JsonPatchOperation } from '../../contract/schemas/json-patch.ts';
import { isJsonObject, jsonDepth, jsonEqual } from './json.ts';
import { createDraft, type JsonDraft } from './json-draft.ts';
import { type Pointer, parsePointer, shortPointer } from './json-pointer.ts';
import { invalidAt, type Path, toField } from './path.ts';

/** An operation with its pointers parsed. */
export type ReadOperation =
  | { op: 'add' | 'replace' | 'test'; path: Pointer; value: unknown }
  | { op: 'remove'; path: Pointer }
  | { op: 'move' | 'copy'; from: Pointer; path: Pointer };

/**
 * @param at path of the list of operations in the request
 * @throws ApiError `INVALID_PARAMETER` naming an invalid pointer
 */
export const readOperations = (operations: readonly JsonPatchOperation[], at: Path): ReadOperation[] =>
  operations.map((operation, index) => {
    const path = parsePointer(operation.path, [...at, String(index), 'path']);
    if (!('from' in operation)) return { ...operation, path };
    return { ...operation, path, from: parsePointer(operation.from, [...at, String(index), 'from']) };
  });

/**
 * Applies a JSON Patch (RFC 6902). The document is not modified; its unchanged parts are shared with the result.
 *
 * The `copy` operations of one patch may copy 16 MB of JSON in all, and no deeper than a document may be: otherwise a few
 * operations could make a value too large to process.
 *
 * @param at path of the list of operations in the request, for errors
 * @throws ApiError `INVALID_PARAMETER`: a path that leads nowhere, a move into itself, too much copied;
 *   `VERSION_CONFLICT` (`details {operation, path}`): a `test` fails
 */
export function applyOperations(document: unknown, operations: readonly ReadOperation[], at: Path): unknown {
  const draft = createDraft(document);
  const apply = operationsOn(draft, at);
  for (const [index, operation] of operations.entries()) apply(operation, index);
  return draft.value();
}

/**
 * The paths that a JSON Patch names, with ids in place of indices where its pointers lead into lists. Each operation is read
 * after the operations before it, up to the first that cannot be applied.
 */
export function pathsOfOperations(document: unknown, operations: readonly ReadOperation[]): Path[] {
  const draft = createDraft(document);
  const apply = operationsOn(draft, []);
  const paths: Path[] = [];
  let applicable = true;
  for (const [index, operation] of operations.entries()) {
    if ('from' in operation) paths.push(withIds(draft.value(), operation.from.tokens));
    const added = operation.op === 'add' ? operation.value : undefined;
    paths.push(withIds(draft.value(), operation.path.tokens, added));
    if (!applicable) continue;
    try {
      apply(operation, index);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      applicable = false;
    }
  }
  return paths;
}

/**
 * @param added the value that the last token inserts into a list
 * @returns the path of the list itself where the entry has no id
 */
function withIds(document: unknown, tokens: readonly string[], added?: unknown): Path {
  const path: string[] = [];
  let container = document;
  for (const [index, token] of tokens.entries()) {
    const inserts = added !== undefined && index === tokens.length - 1;
    if (Array.isArray(container)) {
      const entry: unknown = inserts ? added : container[Number(token)];
      if (!isJsonObject(entry) || typeof entry.id !== 'string') return path;
      path.push(entry.id);
      container = entry;
    } else {
      path.push(token);
      container = isJsonObject(container) && Object.hasOwn(container, token) ? container[token] : undefined;
    }
  }
  return path;
}

/** Returns a function that applies one operation after another to a draft. */
function operationsOn(draft: JsonDraft, at: Path): (operation: ReadOperation, index: number) => void {
  let copied = 0;
  return (operation, index) => {
    switch (operation.op) {
      case 'add':
        draft.add(operation.path, operation.value);
        break;
      case 'remove':
        draft.remove(operation.path);
        break;
      case 'replace':
        draft.replace(operation.path, operation.value);
        break;
      case 'move':
        move(draft, operation.from, operation.path);
        break;
      case 'copy':
        copied += copy(draft, operation.from, operation.path, LIMITS.copiedBytes - copied);
        break;
      case 'test':
        if (!jsonEqual(draft.read(operation.path), operation.value))
          throw testFailed(index, at, operation.path);
    }
  };
}

function move(draft: JsonDraft, from: Pointer, path: Pointer): void {
  const inside = from.tokens.every((token, i) => token === path.tokens[i]);
  if (inside && path.tokens.length > from.tokens.length) {
    throw invalidAt(path.field, 'lies inside of what is moved');
  }
  if (inside) draft.read(from);
  else draft.add(path, draft.remove(from));
}

/** @returns the bytes of JSON copied */
function copy(draft: JsonDraft, from: Pointer, path: Pointer, max: number): number {
  const value = draft.read(from);
  const depth = path.tokens.length + jsonDepth(value, LIMITS.jsonDepth);
  if (depth > LIMITS.jsonDepth) {
    throw invalidAt(path.field, 'leads too deep', { max: LIMITS.jsonDepth, provided: depth });
  }
  const json = JSON.stringify(value);
  const bytes = Buffer.byteLength(json);
  if (bytes > max) {
    throw invalidAt(from.field, 'copies too much in bytes of JSON', {
      max: LIMITS.copiedBytes,
      provided: LIMITS.copiedBytes - max + bytes,
    });
  }
  draft.add(path, JSON.parse(json));
  return bytes;
}

const testFailed = (index: number, at: Path, { tokens }: Pointer): ApiError => {
  const field = toField([...at, String(index)]);
  return new ApiError('VERSION_CONFLICT', `The test ${field} fails.`, {
    field,
    details: { operation: index, path: shortPointer(tokens) },
  });
};
