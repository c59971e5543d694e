import type { APIGatewayProxyEvent } from 'aws-lambda';
import { corsHeaders } from '../contract/gateway-responses.ts';
import type { RateState } from '../domain/principal.ts';

/** The value of a request header, whatever its case. */
export function headerOf(event: Pick<APIGatewayProxyEvent, 'headers'>, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [key, value] of Object.entries(event.headers ?? {})) {
    if (key.toLowerCase() === wanted) return value;
  }
  return undefined;
}

/** Headers of every answer from behind the authorizer, errors included. */
export const standardHeaders = (
  requestId: string,
  rate: RateState,
  origin: string,
): Record<string, string> => ({
  'X-Request-Id': requestId,
  'X-RateLimit-Limit': String(rate.limit),
  'X-RateLimit-Remaining': String(rate.remaining),
  'X-RateLimit-Reset': String(rate.resetAt),
  ...corsHeaders(origin),
});
