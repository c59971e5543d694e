import { answersNotModified, type Route } from '../route.ts';
import type { Header, Reference } from './types.ts';

const integer = (description: string): Header => ({
  description,
  schema: { type: 'integer', format: 'int64' },
});
const text = (description: string): Header => ({ description, schema: { type: 'string' } });

/** The headers of answers that clients may use. */
export const HEADERS = {
  'X-Request-Id': text('Identifies the request; quote it when you ask for help.'),
  'X-RateLimit-Limit': integer('Requests that a window allows.'),
  'X-RateLimit-Remaining': integer('Requests left in this window.'),
  'X-RateLimit-Reset': integer('Unix time in seconds at which the window ends.'),
  'Retry-After': integer('Seconds to wait.'),
  'WWW-Authenticate': text('Always `Bearer`.'),
  ETag: text('Version of the document in quotes, as `If-Match` takes it; with `W/` before it if compressed.'),
  Location: text('Where to continue.'),
  'Cache-Control': text('How long the answer may be kept.'),
} as const satisfies Record<string, Header>;

type HeaderName = keyof typeof HEADERS;

/** The headers of an endpoint's answer with the given status, as references to components. */
export function headersOf(route: Route, status: number): Record<string, Reference> {
  const names: HeaderName[] = ['X-Request-Id'];
  const success = status < 400;
  if (success && (route.open || route.secret || answersNotModified(route))) names.push('Cache-Control');
  if (success && route.etag) names.push('ETag');
  if (status === 302) names.push('Location');
  if (status === 401) names.push('WWW-Authenticate');
  // A request without a valid key counts for no account.
  if (!route.open && status !== 401) {
    names.push('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset');
    if (status === 429) names.push('Retry-After');
  }
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
