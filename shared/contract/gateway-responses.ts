import type { ErrorCode } from './errors.ts';

interface GatewayResponse {
  /** API Gateway response type. */
  type: string;
  status: number;
  code: ErrorCode;
  message: string;
  field?: string;
  details?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/**
 * Errors that API Gateway answers itself, in the contract's error body. Their values are constants. Shared by CDK and the
 * local gateway.
 */
export const GATEWAY_RESPONSES = (maxBodyBytes: number): readonly GatewayResponse[] => [
  {
    type: 'UNAUTHORIZED',
    status: 401,
    code: 'UNAUTHENTICATED',
    message: 'A valid API key is required.',
    headers: { 'WWW-Authenticate': 'Bearer' },
  },
  {
    type: 'ACCESS_DENIED',
    status: 401,
    code: 'UNAUTHENTICATED',
    message: 'A valid API key is required.',
    headers: { 'WWW-Authenticate': 'Bearer' },
  },
  {
    type: 'MISSING_AUTHENTICATION_TOKEN',
    status: 404,
    code: 'ROUTE_NOT_FOUND',
    message: 'No such route.',
  },
  {
    type: 'REQUEST_TOO_LARGE',
    status: 400,
    code: 'FILE_TOO_LARGE',
    message:
      'The request body is too large. A large video is uploaded directly: announce it as application/json to POST /api/videos/upload.',
    details: { max: maxBodyBytes },
  },
  { type: 'THROTTLED', status: 429, code: 'RATE_LIMITED', message: 'Too many requests.' },
  // A web ACL refuses addresses that send too many requests, and nothing else (lib/constructs/address-limit.ts).
  { type: 'WAF_FILTERED', status: 429, code: 'RATE_LIMITED', message: 'Too many requests.' },
  { type: 'QUOTA_EXCEEDED', status: 429, code: 'RATE_LIMITED', message: 'Too many requests.' },
  {
    type: 'BAD_REQUEST_BODY',
    status: 400,
    code: 'INVALID_PARAMETER',
    message: 'The request body is invalid.',
  },
  {
    type: 'BAD_REQUEST_PARAMETERS',
    status: 400,
    code: 'INVALID_PARAMETER',
    message: 'A request parameter is invalid.',
  },
  ...[
    'AUTHORIZER_FAILURE',
    'AUTHORIZER_CONFIGURATION_ERROR',
    'INTEGRATION_FAILURE',
    'INTEGRATION_TIMEOUT',
    'API_CONFIGURATION_ERROR',
    'DEFAULT_5XX',
  ].map(
    (type) =>
      ({ type, status: 500, code: 'INTERNAL_ERROR', message: 'Something went wrong on our side.' }) as const,
  ),
  { type: 'DEFAULT_4XX', status: 400, code: 'INVALID_PARAMETER', message: 'The request is invalid.' },
];

/** In place of the message of a 401 below the console's path, where no API key is of use. */
export const REFUSED_TOKEN = 'A valid access token is required: sign in to the console.';

/** Headers of every answer, including those of the gateway itself. */
export const corsHeaders = (origin: string): Record<string, string> => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Expose-Headers':
    'ETag,X-Request-Id,X-RateLimit-Limit,X-RateLimit-Remaining,X-RateLimit-Reset,Retry-After',
});

/** Headers of the answer to a browser's preflight request. */
export const preflightHeaders = (origin: string): Record<string, string> => ({
  ...corsHeaders(origin),
  'Access-Control-Allow-Methods': 'GET,POST,PATCH,DELETE',
  'Access-Control-Allow-Headers': 'Authorization,Content-Type,If-Match,If-None-Match,Idempotency-Key',
  'Access-Control-Max-Age': '3600',
});
