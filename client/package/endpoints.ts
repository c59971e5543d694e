import * as z from 'zod';
import { endpointsFor } from '../../shared/contract/audience.ts';
import type { Route } from '../../shared/contract/route.ts';

/** What of an endpoint's definition is needed to call it. */
export type CalledRoute = Pick<Route, 'key' | 'method' | 'path' | 'open' | 'keepsNoAnswer'>;

/** An endpoint as a method: the members of its path, its body and its options. */
export interface Endpoint {
  readonly group: string;
  readonly method: string;
  readonly route: CalledRoute;
  readonly params: readonly string[];
  readonly takesBody: boolean;
  /** The member of the answer that is a list of which there are more pages. */
  readonly items?: string;
}

export const calledRoute = ({ key, method, path, open, keepsNoAnswer }: CalledRoute): CalledRoute => ({
  key,
  method,
  path,
  ...(open && { open }),
  ...(keepsNoAnswer && { keepsNoAnswer }),
});

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The id of the operation, without the name of its group after the verb: `videos/list-videos` → `videos.list`. */
function nameOf({ key }: Route): { group: string; method: string } {
  const [group = '', file = ''] = key.split('/');
  const [verb = '', ...nouns] = file.split('-');
  const [first, ...others] = nouns;
  const rest = first === group || `${first}s` === group ? others : nouns;
  return { group, method: verb + rest.map(capitalized).join('') };
}

const membersOf = (schema: z.ZodType): Readonly<Record<string, unknown>> =>
  schema instanceof z.ZodObject ? schema.shape : {};

/** The list of an answer that has pages. */
function itemsOf({ query, response }: Route): string | undefined {
  const parameters = membersOf(query);
  if (!('page' in parameters || 'cursor' in parameters)) return undefined;
  return Object.entries(membersOf(response)).find(([, member]) => member instanceof z.ZodArray)?.[0];
}

function endpointOf(route: Route): Endpoint {
  const items = itemsOf(route);
  return {
    ...nameOf(route),
    route: calledRoute(route),
    params: [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    takesBody: route.body !== null,
    ...(items !== undefined && { items }),
  };
}

/** The definitions that are methods of the package: `upload` sends forms, and pages are no data. */
export const METHOD_ROUTES: readonly Route[] = endpointsFor('integrators').filter(
  ({ body, mediaType }) => body?.kind !== 'multipart' && mediaType === undefined,
);

/** The package has these as data, without the schemas (`client/build/contract-as-data.ts`). */
export const ENDPOINTS: readonly Endpoint[] = METHOD_ROUTES.map(endpointOf);
