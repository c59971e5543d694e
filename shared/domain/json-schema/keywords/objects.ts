import { isJsonObject } from '../../json/json.ts';
import { type Failure, failure, type Schema, type Scope } from '../evaluation.ts';
import {
  type Keyword,
  onObject,
  type Place,
  rangeOf,
  requireCount,
  requireMembers,
  requireNames,
} from '../keyword.ts';
import type { Pattern } from '../pattern.ts';

const size =
  (fits: (count: number, limit: number) => boolean, words: string): Keyword =>
  (limit, place) => {
    requireCount(limit, place.path);
    const range = rangeOf(place, 'minProperties', 'maxProperties');
    return onObject((object, { budget }) => {
      const provided = namesOf(object, budget).length;
      return fits(provided, limit)
        ? null
        : failure(`must have ${words} ${limit} members`, { ...range, provided });
    });
  };

export const minProperties = size((count, limit) => count >= limit, 'at least');
export const maxProperties = size((count, limit) => count <= limit, 'at most');

/** Listing the members of a large object costs more than a look at each. */
const STEPS_PER_NAME = 4;

function namesOf(object: object, budget: Scope['budget']): string[] {
  const names = Object.keys(object);
  budget.spend(names.length * STEPS_PER_NAME);
  return names;
}

const firstMissing = (object: object, names: readonly string[], { budget }: Scope): Failure | null => {
  budget.spend(names.length);
  const missing = names.find((name) => !Object.hasOwn(object, name));
  return missing === undefined ? null : { path: [missing], message: 'is required' };
};

export const required: Keyword = (names, { path }) => {
  requireNames(names, path);
  return onObject((object, scope) => firstMissing(object, names, scope));
};

export const dependentRequired: Keyword = (value, { path }) => {
  const dependents = requireMembers(value, path).map(([name, names]): [string, string[]] => {
    requireNames(names, [...path, name]);
    return [name, names];
  });
  return onObject((object, scope) => {
    scope.budget.spend(dependents.length);
    for (const [name, names] of dependents) {
      const failed = Object.hasOwn(object, name) ? firstMissing(object, names, scope) : null;
      if (failed !== null) return failed;
    }
    return null;
  });
};

export const dependentSchemas: Keyword = (value, place) => {
  const dependents = requireMembers(value, place.path).map(
    ([name, schema]) => [name, place.schemaInPlace(schema, name)] as const,
  );
  return onObject((object, scope) => {
    scope.budget.spend(dependents.length);
    for (const [name, schema] of dependents) {
      const failed = Object.hasOwn(object, name) ? scope.apply(schema, object) : null;
      if (failed !== null) return failed;
    }
    return null;
  });
};

export const propertyNames: Keyword = (value, place) => {
  const schema = place.schema(value);
  return onObject((object, scope) => {
    for (const name of Object.keys(object)) {
      const failed = scope.applyTo(schema, name, name);
      if (failed !== null) return { ...failed, message: `has a name that ${failed.message}` };
    }
    return null;
  });
};

export const properties: Keyword = (value, place) => {
  const schemas = requireMembers(value, place.path).map(
    ([name, schema]) => [name, place.schema(schema, name)] as const,
  );
  return onObject((object, scope) => {
    scope.budget.spend(schemas.length);
    for (const [name, schema] of schemas) {
      if (!Object.hasOwn(object, name)) continue;
      const failed = scope.applyTo(schema, name, object[name]);
      if (failed !== null) return failed;
      scope.evaluate(name);
    }
    return null;
  });
};

export const patternProperties: Keyword = (value, place) => {
  const schemas = requireMembers(value, place.path).map(
    ([source, schema]) => [place.pattern(source, source), place.schema(schema, source)] as const,
  );
  return onObject((object, scope) => {
    for (const name of namesOf(object, scope.budget)) {
      for (const [pattern, schema] of schemas) {
        if (!pattern.isIn(name, scope.budget)) continue;
        const failed = scope.applyTo(schema, name, object[name]);
        if (failed !== null) return failed;
        scope.evaluate(name);
      }
    }
    return null;
  });
};

/** Applies to what neither `properties` nor `patternProperties` beside it names. */
export const additionalProperties: Keyword = (value, place) => {
  const schema = place.schema(value);
  const named = membersBeside(place, 'properties');
  const patterns = Object.keys(membersBeside(place, 'patternProperties')).map((source) =>
    place.pattern(source),
  );
  const isNamed = (name: string, { budget }: Scope): boolean =>
    Object.hasOwn(named, name) || patterns.some((pattern: Pattern) => pattern.isIn(name, budget));
  return onObject((object, scope) => {
    const failed = eachMember(object, scope, schema, (name) => isNamed(name, scope));
    scope.evaluateAll();
    return failed;
  });
};

const membersBeside = ({ siblings }: Place, name: string): object => {
  const members = siblings[name];
  return isJsonObject(members) ? members : {};
};

function eachMember(
  object: Record<string, unknown>,
  scope: Scope,
  schema: Schema,
  passOver: (name: string) => boolean,
): Failure | null {
  for (const name of namesOf(object, scope.budget)) {
    const failed = passOver(name) ? null : scope.applyTo(schema, name, object[name]);
    if (failed !== null) return failed;
  }
  return null;
}

/** Applies to the members that no other keyword has evaluated, including those of schemas applied in place. */
export const unevaluatedProperties: Keyword = (value, place) => {
  const schema = place.schema(value);
  place.trackEvaluated();
  return onObject((object, scope) => {
    const failed = eachMember(object, scope, schema, (name) => scope.isEvaluated(name));
    scope.evaluateAll();
    return failed;
  });
};
