import type { APIGatewayProxyEvent } from 'aws-lambda';
import { headerValues } from './request-headers.ts';

const ENTITY_TAG = /(?:W\/)?("[^"]*")/g;

/**
 * Whether the client holds the answer with the given `ETag` already, by its `If-None-Match` (RFC 9110, 13.1.2: compared weakly). What is no
 * list of entity tags matches nothing: the answer is sent.
 */
export const holdsAnswer =
  (event: APIGatewayProxyEvent) =>
  (etag: string): boolean => {
    const value = headerValues(event, 'If-None-Match').join().trim();
    return value === '*' || [...value.matchAll(ENTITY_TAG)].some(([, tag]) => tag === etag);
  };
