import type { ApiMethod } from './rest-api.ts';

interface MethodMatch {
  readonly method: ApiMethod;
  /** As given in the path: API Gateway does not decode them. */
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds the method for a request as API Gateway does: the resource is chosen by the path alone, a fixed segment before a parameter
 * before `{proxy+}`; then its method, or its `ANY`.
 */
export function matchMethod(methods: readonly ApiMethod[], method: string, path: string): MethodMatch | null {
  const fitting = methods
    .map((candidate) => ({ candidate, params: paramsOf(candidate.path, path) }))
    .filter((match) => match.params !== null)
    .sort((a, b) => compare(rankOf(a.candidate.path), rankOf(b.candidate.path)));
  const resource = fitting[0]?.candidate.path;
  const ofResource = fitting.filter(({ candidate }) => candidate.path === resource);
  const found =
    ofResource.find(({ candidate }) => candidate.method === method) ??
    ofResource.find(({ candidate }) => candidate.method === 'ANY');
  return found === undefined ? null : { method: found.candidate, params: found.params ?? {} };
}

function paramsOf(pattern: string, path: string): Record<string, string> | null {
  const [expected, given] = [pattern.split('/').slice(1), path.split('/').slice(1)];
  const params: Record<string, string> = {};
  for (const [index, segment] of expected.entries()) {
    const value = given[index];
    if (/^\{.*\+\}$/.test(segment)) {
      params[segment.slice(1, -2)] = given.slice(index).join('/');
      return value ? params : null;
    }
    if (segment.startsWith('{') && value) params[segment.slice(1, -1)] = value;
    else if (segment !== value) return null;
  }
  return expected.length === given.length ? params : null;
}

/** Segment by segment: 0 for fixed ones, 1 for parameters, 2 for the rest of a path. */
const rankOf = (path: string): string =>
  path
    .replace(/\{[^}]*\+\}/g, '2')
    .replace(/\{[^}]*\}/g, '1')
    .replace(/[^/12]+/g, '0');

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
