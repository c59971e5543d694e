import { isDeepStrictEqual } from 'node:util';

export type Json = Record<string, unknown>;

/** The error code with which the API refuses an edit. */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** RFC 7396, section 2, as it is written there. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: Json = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = mergePatch(result[name], value);
  }
  return result;
}

export interface Operation {
  op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  path: string;
  from?: string;
  value?: unknown;
}

const nowhere = (): never => {
  throw new Refusal('INVALID_PARAMETER');
};

/** The container that a pointer's last token refers to, and that token. */
function placeOf(document: Json, pointer: string): [container: Json | unknown[], token: string] {
  const tokens = pointer.split('/').slice(1);
  const last = tokens.pop() ?? '';
  let container: unknown = document;
  for (const token of tokens) container = valueIn(container, token);
  return typeof container === 'object' && container !== null
    ? [container as Json | unknown[], last]
    : nowhere();
}

function valueIn(container: unknown, token: string): unknown {
  if (typeof container !== 'object' || container === null || !Object.hasOwn(container, token))
    return nowhere();
  return (container as Json)[token];
}

function add([container, token]: [Json | unknown[], string], value: unknown): void {
  if (!Array.isArray(container)) container[token] = value;
  else if (token === '-') container.push(value);
  else if (Number(token) <= container.length) container.splice(Number(token), 0, value);
  else nowhere();
}

function remove([container, token]: [Json | unknown[], string]): unknown {
  const value = valueIn(container, token);
  if (Array.isArray(container)) container.splice(Number(token), 1);
  else delete container[token];
  return value;
}

/** RFC 6902, for pointers without escapes. */
export function jsonPatch(document: Json, operations: readonly Operation[]): Json {
  const result = structuredClone(document);
  for (const { op, path, from = '', value } of operations) {
    const read = (pointer: string): unknown => structuredClone(valueIn(...placeOf(result, pointer)));
    if (op === 'add') add(placeOf(result, path), value);
    else if (op === 'remove') remove(placeOf(result, path));
    else if (op === 'copy') add(placeOf(result, path), read(from));
    else if (op === 'move') {
      const moved = remove(placeOf(result, from));
      add(placeOf(result, path), moved);
    } else if (op === 'replace') {
      const [container, token] = placeOf(result, path);
      valueIn(container, token);
      (container as Json)[token] = value;
    } else if (!isDeepStrictEqual(read(path), value)) throw new Refusal('VERSION_CONFLICT');
  }
  return result;
}
