import { LIMITS } from './limits.ts';
import type { Route } from './route.ts';

/** The media type without its parameters, in lower case; empty where none is named. */
export const mediaTypeOf = (contentType: string | undefined): string =>
  contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/**
 * Largest body of a request to a row, bytes; 0 where the row takes none.
 * @param inlineUploadBytes largest file in a form
 */
export function bodyLimit(body: Route['body'], mediaType: string, inlineUploadBytes: number): number {
  if (body === null) return 0;
  const isForm = body.kind === 'multipart' && mediaType === 'multipart/form-data';
  return isForm ? inlineUploadBytes + LIMITS.formBytes : LIMITS.jsonBodyBytes;
}
