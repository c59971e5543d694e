import { invalidAt } from '../../json/path.ts';
import { failure, type Schema } from '../evaluation.ts';
import { type Keyword, type Place, requireList } from '../keyword.ts';

function branches(value: unknown, place: Place): Schema[] {
  requireList(value, place.path);
  if (value.length === 0) throw invalidAt(place.path, 'must have a schema');
  return value.map((schema, index) => place.schemaInPlace(schema, String(index)));
}

export const allOf: Keyword = (value, place) => {
  const schemas = branches(value, place);
  return (instance, scope) => {
    for (const schema of schemas) {
      const failed = scope.apply(schema, instance);
      if (failed !== null) return failed;
    }
    return null;
  };
};

export const anyOf: Keyword = (value, place) => {
  const schemas = branches(value, place);
  return (instance, scope) => {
    let matched = false;
    for (const schema of schemas) {
      if (scope.apply(schema, instance) !== null) continue;
      matched = true;
      // What the other schemas evaluate counts, too, where it is asked for.
      if (!scope.tracks) break;
    }
    return matched ? null : failure('matches none of the schemas of anyOf');
  };
};

export const oneOf: Keyword = (value, place) => {
  const schemas = branches(value, place);
  return (instance, scope) => {
    let matches = 0;
    for (const schema of schemas) {
      if (scope.apply(schema, instance) !== null) continue;
      if (++matches > 1) return failure('matches more than one of the schemas of oneOf');
    }
    return matches === 1 ? null : failure('matches none of the schemas of oneOf');
  };
};

export const not: Keyword = (value, place) => {
  const schema = place.schemaInPlace(value);
  return (instance, scope) =>
    scope.matches(schema, instance) ? failure('must not match the schema of not') : null;
};

/** With `then` and `else` beside it. */
export const condition: Keyword = (value, place) => {
  const schema = place.schemaInPlace(value);
  const consequence = (name: 'then' | 'else'): Schema | null =>
    Object.hasOwn(place.siblings, name) ? place.beside(name).schemaInPlace(place.siblings[name]) : null;
  const [consequent, alternative] = [consequence('then'), consequence('else')];
  return (instance, scope) => {
    const next = scope.apply(schema, instance) === null ? consequent : alternative;
    return next === null ? null : scope.apply(next, instance);
  };
};

/** Read with the `if` beside it, which applies it; without one it demands nothing. */
export const consequence: Keyword = (value, place) => {
  place.schemaInPlace(value);
  return null;
};
