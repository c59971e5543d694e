import { InvalidParameter } from './failure.ts';

/** What the paths of the contract follow: origin and path of the service's address, without a slash at the end. */
export function serviceAddress(apiUrl: string): string {
  const { origin, pathname } = new URL(apiUrl);
  return origin + pathname.replace(/\/+$/, '');
}

/** @throws InvalidParameter */
export function pathOf(path: string, params: Record<string, unknown>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    // Dot segments would be resolved away, encoded or not: the call would reach another endpoint.
    if (typeof value !== 'string' || ['', '.', '..'].includes(value)) {
      throw new InvalidParameter(name, value);
    }
    return encodeURIComponent(value);
  });
}

export function queryOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}
