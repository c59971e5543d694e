import { DOCUMENTATION } from '../../../shared/contract/openapi/documentation/documentation.ts';
import type { Route } from '../../../shared/contract/route.ts';

/** The path of an endpoint about a video, with the other parameters as in the example of the reference. */
export function examplePath(
  { key, path }: Pick<Route, 'key' | 'path'>,
  video: string,
  object: string,
  others: Readonly<Record<string, string>> = {},
): string {
  const values: Record<string, string> = {
    ...DOCUMENTATION.get(key)?.params,
    id: video,
    videoId: video,
    objectId: object,
    ...others,
  };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? name));
}

/** The same with the query of the example. */
export function exampleTarget(route: Pick<Route, 'key' | 'path'>, video: string, object: string): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(DOCUMENTATION.get(route.key)?.query ?? {}))
    for (const one of [value].flat()) query.append(name, one);
  return `${examplePath(route, video, object)}${query.size === 0 ? '' : `?${query}`}`;
}
