import { type Failure, failure, type Scope } from '../evaluation.ts';
import { type Keyword, onList, rangeOf, requireBoolean, requireCount, requireList } from '../keyword.ts';
import { textOf } from './values.ts';

const size =
  (fits: (length: number, limit: number) => boolean, words: string): Keyword =>
  (limit, place) => {
    requireCount(limit, place.path);
    const range = rangeOf(place, 'minItems', 'maxItems');
    return onList((list) =>
      fits(list.length, limit)
        ? null
        : failure(`must have ${words} ${limit} items`, { ...range, provided: list.length }),
    );
  };

export const minItems = size((length, limit) => length >= limit, 'at least');
export const maxItems = size((length, limit) => length <= limit, 'at most');

export const uniqueItems: Keyword = (wanted, { path }) => {
  requireBoolean(wanted, path);
  if (!wanted) return null;
  return onList((list, scope) => {
    const seen = new Set<string>();
    for (const [index, item] of list.entries()) {
      const text = textOf(item, scope);
      if (seen.has(text)) return { path: [String(index)], message: 'repeats an earlier item' };
      seen.add(text);
    }
    return null;
  });
};

/** Applies `apply` to the items from one index on; the first failure. */
function each(
  list: readonly unknown[],
  from: number,
  apply: (name: string, item: unknown) => Failure | null,
): Failure | null {
  for (let index = from; index < list.length; index++) {
    const failed = apply(String(index), list[index]);
    if (failed !== null) return failed;
  }
  return null;
}

export const prefixItems: Keyword = (schemas, place) => {
  requireList(schemas, place.path);
  const read = schemas.map((schema, index) => place.schema(schema, String(index)));
  return onList((list, scope) => {
    for (const [index, schema] of read.entries()) {
      if (index >= list.length) break;
      const failed = scope.applyTo(schema, String(index), list[index]);
      if (failed !== null) return failed;
      scope.evaluate(String(index));
    }
    return null;
  });
};

/** Applies to what `prefixItems` leaves. */
export const items: Keyword = (value, place) => {
  const schema = place.schema(value);
  const { prefixItems: prefix } = place.siblings;
  const from = Array.isArray(prefix) ? prefix.length : 0;
  return onList((list, scope) => {
    scope.evaluateAll();
    return each(list, from, (name, item) => scope.applyTo(schema, name, item));
  });
};

/** With its limits `minContains`, 1 by default, and `maxContains`. */
export const contains: Keyword = (value, place) => {
  const schema = place.schema(value);
  const { minContains: min = 1, maxContains: max = Number.MAX_SAFE_INTEGER } = place.siblings;
  requireCount(min, place.beside('minContains').path);
  requireCount(max, place.beside('maxContains').path);
  return onList((list, scope) => {
    const provided = countMatches(list, scope, (name, item) => scope.applyTo(schema, name, item) === null);
    if (provided < min) return failure(`must contain at least ${min} matching items`, { min, max, provided });
    if (provided > max) return failure(`must contain at most ${max} matching items`, { min, max, provided });
    return null;
  });
};

function countMatches(
  list: readonly unknown[],
  scope: Scope,
  matches: (name: string, item: unknown) => boolean,
): number {
  let count = 0;
  for (const [index, item] of list.entries()) {
    const name = String(index);
    if (!matches(name, item)) continue;
    count++;
    scope.evaluate(name);
  }
  return count;
}

/** Applies to the items that no other keyword has evaluated, including those of schemas applied in place. */
export const unevaluatedItems: Keyword = (value, place) => {
  const schema = place.schema(value);
  place.trackEvaluated();
  return onList((list, scope) => {
    const failed = each(list, 0, (name, item) => {
      scope.budget.spend(1);
      return scope.isEvaluated(name) ? null : scope.applyTo(schema, name, item);
    });
    scope.evaluateAll();
    return failed;
  });
};
