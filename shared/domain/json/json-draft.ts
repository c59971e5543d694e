import { isJsonObject, type JsonObject } from './json.ts';
import type { Pointer } from './json-pointer.ts';
import { invalidAt, type Path } from './path.ts';

/**
 * A JSON value that is being edited. The original is not modified; its unchanged parts are shared. A container is copied
 * at its first change only, so that many changes of a long list cost one copy.
 *
 * Every method throws ApiError `INVALID_PARAMETER` naming the pointer's field when the pointer leads nowhere.
 */
export interface JsonDraft {
  read(pointer: Pointer): unknown;
  /** Sets a member, or inserts before an index of a list; `-` stands for its end. */
  add(pointer: Pointer, value: unknown): void;
  remove(pointer: Pointer): unknown;
  replace(pointer: Pointer, value: unknown): void;
  /** The value as it is now. */
  value(): unknown;
}

export function createDraft(document: unknown): JsonDraft {
  let root = document;
  const own = new WeakSet<object>();

  /** The container, or its copy where it still belongs to the original. */
  const owned = <Container extends JsonObject | unknown[]>(container: Container): Container => {
    if (own.has(container)) return container;
    const copy = (Array.isArray(container) ? [...container] : { ...container }) as Container;
    own.add(copy);
    return copy;
  };

  /** The container of the pointer's last token, ready to be modified. */
  const parentOf = ({ tokens, field }: Pointer): JsonObject | unknown[] => {
    let parent = owned(requireContainer(root, field));
    root = parent;
    for (const token of tokens.slice(0, -1)) {
      const child = owned(requireContainer(member(parent, token, field), field));
      assign(parent, token, child);
      parent = child;
    }
    return parent;
  };

  return {
    read: ({ tokens, field }) => tokens.reduce((value, token) => member(value, token, field), root),

    add(pointer, value) {
      const { tokens, field } = pointer;
      const last = tokens.at(-1);
      if (last === undefined) {
        root = value;
        return;
      }
      const parent = parentOf(pointer);
      if (!Array.isArray(parent)) parent[last] = value;
      else parent.splice(last === '-' ? parent.length : requireIndex(last, parent.length, field), 0, value);
    },

    remove(pointer) {
      const { tokens, field } = pointer;
      const last = tokens.at(-1);
      if (last === undefined) throw invalidAt(field, 'must not be the whole document');
      const parent = parentOf(pointer);
      const value = member(parent, last, field);
      if (Array.isArray(parent)) parent.splice(Number(last), 1);
      else delete parent[last];
      return value;
    },

    replace(pointer, value) {
      const { tokens, field } = pointer;
      const last = tokens.at(-1);
      if (last === undefined) {
        root = value;
        return;
      }
      const parent = parentOf(pointer);
      member(parent, last, field);
      assign(parent, last, value);
    },

    value: () => root,
  };
}

const NOWHERE = 'leads nowhere in the document';

function requireContainer(value: unknown, field: Path): JsonObject | unknown[] {
  if (Array.isArray(value) || isJsonObject(value)) return value;
  throw invalidAt(field, NOWHERE);
}

function member(container: unknown, token: string, field: Path): unknown {
  if (Array.isArray(container)) return container[requireIndex(token, container.length - 1, field)];
  if (isJsonObject(container) && Object.hasOwn(container, token)) return container[token];
  throw invalidAt(field, NOWHERE);
}

/** An index without sign or leading zeros, at most `max`. */
function requireIndex(token: string, max: number, field: Path): number {
  if (!/^(?:0|[1-9]\d{0,14})$/.test(token) || Number(token) > max) throw invalidAt(field, NOWHERE);
  return Number(token);
}

/** @param token of an existing member */
function assign(container: JsonObject | unknown[], token: string, value: unknown): void {
  if (Array.isArray(container)) container[Number(token)] = value;
  else container[token] = value;
}
