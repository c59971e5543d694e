import { methodsOf, type Route } from '../../shared/contract/route.ts';

interface RouteMatch {
  route: Route;
  /** As given in the path: API Gateway does not decode them. */
  params: Record<string, string>;
}

interface CompiledRoute {
  route: Route;
  segments: string[];
}

const isParameter = (segment: string): boolean => segment.startsWith('{');

/** The text of a path segment, or null where an escape is broken. */
function textOf(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

function match({ route, segments }: CompiledRoute, given: readonly string[]): RouteMatch | null {
  if (segments.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [i, segment] of segments.entries()) {
    const value = given[i] ?? '';
    if (isParameter(segment)) {
      if (value === '') return null;
      params[segment.slice(1, -1)] = value;
    } else if (segment !== textOf(value)) {
      return null;
    }
  }
  return { route, params };
}

/** Whether a path is a base path or below it, when fixed segments are read as the router reads them. */
export function isBelow(base: string, path: string): boolean {
  const given = path.split('/');
  return base.split('/').every((segment, i) => segment === textOf(given[i] ?? ''));
}

/** Finds the endpoint for a method and path like API Gateway: a fixed segment takes precedence over a parameter. */
export function createRouter(routes: readonly Route[]) {
  const compiled = routes
    .map((route) => ({ route, segments: route.path.split('/').slice(1) }))
    .sort((a, b) => a.segments.filter(isParameter).length - b.segments.filter(isParameter).length);

  return (method: string, path: string): RouteMatch | null => {
    const given = path.split('/').slice(1);
    // The first resource that matches the path decides, whatever its methods: API Gateway does not look further.
    const fitting = compiled.map((definition) => match(definition, given)).filter((found) => found !== null);
    const resource = fitting[0]?.route.path;
    return fitting.find(({ route }) => route.path === resource && methodsOf(route).includes(method)) ?? null;
  };
}
