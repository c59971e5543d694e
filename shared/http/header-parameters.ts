const PARAMETER = /;\s*([\w-]+\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;

/**
 * The parameters of a header's value, in their order: of `form-data; name="a"` it is `name`. Names are in lower case; escaped quotes and
 * backslashes are resolved.
 */
export const headerParameters = (value: string): [name: string, value: string][] =>
  [...value.matchAll(PARAMETER)].map(([, name = '', quoted, token = '']) => [
    name.toLowerCase(),
    quoted?.replaceAll(/\\(["\\])/g, '$1') ?? token,
  ]);
