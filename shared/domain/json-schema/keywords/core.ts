import { invalidAt, type Path } from '../../json/path.ts';
import { type Keyword, requireBoolean, requireList, requireMembers, requireString } from '../keyword.ts';

const DIALECT = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;
const ANCHOR = /^[A-Za-z_][-A-Za-z0-9._]*$/;

export const dialect: Keyword = (value, { path }) => {
  requireString(value, path);
  if (!DIALECT.test(value)) throw invalidAt(path, 'must be https://json-schema.org/draft/2020-12/schema');
  return null;
};

/** The name of the whole; one further inside would make a document of its own, with other references. */
export const id: Keyword = (value, { path, isRoot }) => {
  requireString(value, path);
  if (!isRoot) throw invalidAt(path, 'is supported only at the top');
  return null;
};

export const anchor: Keyword = (value, place) => {
  requireString(value, place.path);
  if (!ANCHOR.test(value)) throw invalidAt(place.path, 'is no name for an anchor');
  place.anchor(value);
  return null;
};

export const reference: Keyword = (value, place) => {
  requireString(value, place.path);
  const target = place.reference(value);
  return (instance, scope) => scope.apply(target, instance);
};

export const definitions: Keyword = (value, place) => {
  for (const [name, schema] of requireMembers(value, place.path)) place.schema(schema, name);
  return null;
};

/** Read, because a reference may lead there; what it says of encoded content is not checked. */
export const annotatedSchema: Keyword = (value, place) => {
  place.schema(value);
  return null;
};

export const unsupported: Keyword = (_, { path }) => {
  throw invalidAt(path, 'is not supported');
};

/** A keyword that says something about values and demands nothing of them. */
const annotation =
  (require: (value: unknown, path: Path) => void): Keyword =>
  (value, { path }) => {
    require(value, path);
    return null;
  };

export const textAnnotation = annotation(requireString);
export const flagAnnotation = annotation(requireBoolean);
export const listAnnotation = annotation(requireList);
