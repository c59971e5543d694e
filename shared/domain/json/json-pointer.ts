import { isForbiddenKey } from './parse-json.ts';
import { invalidAt, type Path } from './path.ts';

/** A JSON Pointer, and the request parameter it came in. */
export interface Pointer {
  tokens: readonly string[];
  field: Path;
}

/**
 * Reads a JSON Pointer (RFC 6901).
 * @param field the parameter it comes in, for errors
 * @throws ApiError `INVALID_PARAMETER`: no JSON Pointer, or a name that no document may hold
 */
export function parsePointer(text: string, field: Path): Pointer {
  if (text !== '' && !text.startsWith('/')) throw invalidAt(field, 'must begin with "/"');
  if (/~(?![01])/.test(text)) throw invalidAt(field, 'holds "~" that is not "~0" or "~1"');
  const tokens = text.split('/').slice(1).map(decode);
  if (tokens.some(isForbiddenKey)) throw invalidAt(field, 'holds a name that is not allowed');
  return { tokens, field };
}

/** In this order: `~01` is `~1`, not `/`. */
const decode = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

/** JSON Pointer (RFC 6901) of a path, with ids in place of indices: `/layers/<layerId>/overlays/<overlayId>`. */
export const toPointer = (path: Path): string =>
  path.map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** An answer must not grow with the names somebody sends. */
const POINTER_LENGTH = 1000;

/** The pointer of a path, or that of its nearest container whose pointer is not longer than 1,000 characters. */
export function shortPointer(path: Path): string {
  let pointer = '';
  for (const segment of path) {
    const longer = pointer + toPointer([segment]);
    if (longer.length > POINTER_LENGTH) break;
    pointer = longer;
  }
  return pointer;
}
