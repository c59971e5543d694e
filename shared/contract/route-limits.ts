import { LIMITS } from './limits.ts';
import type { JsonBody, Route } from './route.ts';
import { none } from './schemas/parameters.ts';

/** The media type of a `Content-Type` without its parameters, in lower case; empty where there is no header. */
export const mediaTypeOf = (contentType: string | undefined): string =>
  contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Many clients send `{}` with every write. */
const NOTHING: JsonBody = { kind: 'json', schema: none, optional: true };

/** What the body of a request may be, also where none is expected; null where none is looked at. */
export const acceptedBody = ({ method, body }: Pick<Route, 'method' | 'body'>): Route['body'] =>
  body ?? (method === 'GET' ? null : NOTHING);

/**
 * The largest request body that an endpoint accepts, in bytes; 0 where it takes none.
 * @param inlineUploadBytes the largest file in a form
 */
export function bodyLimit(body: Route['body'], mediaType: string, inlineUploadBytes: number): number {
  if (body === null) return 0;
  const isForm = body.kind === 'multipart' && mediaType === 'multipart/form-data';
  return isForm ? inlineUploadBytes + LIMITS.formBytes : LIMITS.jsonBodyBytes;
}

/** Seconds an endpoint may take when API Gateway buffers its answer: the limit of API Gateway. */
const BUFFERED_SECONDS = 29;

/**
 * Seconds until a streamed answer has reached its reader in full, since a function writes as fast as the reader takes:
 * enough for the largest document at 2 Mbit/s. API Gateway allows 15 minutes
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode.html), but a slow reader holds one of the
 * account's concurrent executions.
 */
export const STREAMED_SECONDS = 300;

/** The time limit of an endpoint, in seconds. */
export const endpointSeconds = ({ timeout, stream }: Route): number =>
  timeout ?? (stream ? STREAMED_SECONDS : BUFFERED_SECONDS);
