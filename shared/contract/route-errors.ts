import { ERROR_STATUS, type ErrorCode } from './errors.ts';
import { type Route, takesIdempotencyKey } from './route.ts';
import { acceptedBody } from './route-limits.ts';

const nothingMissing = (schema: Route['query']): boolean => schema.safeParse({}).success;

function inputErrors(route: Route): ErrorCode[] {
  const { query } = route;
  const body = acceptedBody(route);
  const codes: ErrorCode[] = ['INVALID_PARAMETER'];
  if (!nothingMissing(query)) codes.push('MISSING_PARAMETER');
  if (body === null) return codes;
  codes.push('FILE_TOO_LARGE');
  if (body.kind === 'json' || body.json !== undefined) codes.push('INVALID_JSON');
  if (body.kind === 'multipart' || !body.optional || !nothingMissing(body.schema)) {
    codes.push('MISSING_PARAMETER');
  }
  return codes;
}

function resourceErrors({ path }: Route): ErrorCode[] {
  const codes: ErrorCode[] = [];
  if (/\{(id|videoId)\}/.test(path)) codes.push('PROJECT_NOT_ALLOWED', 'NOT_OWNER', 'VIDEO_NOT_FOUND');
  if (path.includes('{objectId}')) codes.push('OBJECT_NOT_FOUND');
  if (path.includes('{webhookId}')) codes.push('WEBHOOK_NOT_FOUND');
  return codes;
}

/** Every error code that an endpoint may answer with, by status: those that follow from its definition and those it adds. */
export function errorsOf(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors);
  codes.add('RATE_LIMITED').add('INTERNAL_ERROR');
  if (!route.open) codes.add('UNAUTHENTICATED');
  for (const code of [...inputErrors(route), ...resourceErrors(route)]) codes.add(code);
  if (route.scopes.length > 0) codes.add('INSUFFICIENT_SCOPE');
  if (route.ifMatch) codes.add('VERSION_CONFLICT');
  if (route.ifMatch && route.etag) codes.add('UNSUPPORTED_SCHEMA').add('DOCUMENT_BUSY');
  if (takesIdempotencyKey(route)) codes.add('IDEMPOTENCY_IN_PROGRESS');
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => codes.has(code));
}
