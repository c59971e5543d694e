/**
 * Address of the module `name` beside the module at `importMetaUrl`, for starting it in a thread or process of its
 * own: a `.ts` file when run from the sources, `.js` or `.mjs` when run from a build.
 */
export function siblingModule(importMetaUrl: string, name: string): URL {
  const { pathname } = new URL(importMetaUrl);
  return new URL(`${name}${pathname.slice(pathname.lastIndexOf('.'))}`, importMetaUrl);
}
