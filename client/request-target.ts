import { InvalidParameter } from './failure.ts';

/** The prefix of all paths: origin and path of the service's address, without a trailing slash. */
export function serviceAddress(apiUrl: string): string {
  const { origin, pathname } = new URL(apiUrl);
  return origin + pathname.replace(/\/+$/, '');
}

const API_PATH = '/api';

/**
 * @param path of an endpoint definition
 * @param basePath takes the place of `/api` at its beginning
 * @throws InvalidParameter
 */
export function pathOf(path: string, params: Record<string, unknown>, basePath = API_PATH): string {
  const based = path.startsWith(`${API_PATH}/`) ? basePath + path.slice(API_PATH.length) : path;
  return based.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const given = params[name];
    const value = typeof given === 'number' ? String(given) : given;
    // URL parsers resolve dot segments, encoded or not, so that the call would reach another endpoint.
    if (typeof value !== 'string' || ['', '.', '..'].includes(value)) {
      throw new InvalidParameter(name, value);
    }
    return encodeURIComponent(value);
  });
}

export function queryOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const each of value) search.append(name, String(each));
    else if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}
