import { isForbiddenKey } from './forbidden-key.ts';
import { invalidAt, type Path } from './path.ts';

/** A JSON Pointer and the request parameter that held it. */
export interface Pointer {
  tokens: readonly string[];
  field: Path;
}

/**
 * Reads a JSON Pointer (RFC 6901).
 * @param field the parameter that holds it, for errors
 * @throws ApiError `INVALID_PARAMETER`: not a JSON Pointer, or a name that documents may not contain
 */
export function parsePointer(text: string, field: Path): Pointer {
  if (text !== '' && !text.startsWith('/')) throw invalidAt(field, 'must begin with "/"');
  if (/~(?![01])/.test(text)) throw invalidAt(field, 'holds "~" that is not "~0" or "~1"');
  const tokens = text.split('/').slice(1).map(decode);
  if (tokens.some(isForbiddenKey)) throw invalidAt(field, 'holds a name that is not allowed');
  return { tokens, field };
}

/** A token that leads to an entry of a list that is there (RFC 6901, 4), in lists as long as documents have. */
export const LIST_POSITION = /^(?:0|[1-9]\d{0,8})$/;

/** In this order: `~01` is `~1`, not `/`. */
const decode = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

/** JSON Pointer (RFC 6901) of a path, with ids in place of indices: `/layers/<layerId>/overlays/<overlayId>`. */
export const toPointer = (path: Path): string =>
  path.map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The size of an answer must not grow with the names in the request. */
const POINTER_LENGTH = 1000;

/** The pointer of a path or, above 1,000 characters, that of its nearest container within the limit. */
export function shortPointer(path: Path): string {
  let pointer = '';
  for (const segment of path) {
    const longer = pointer + toPointer([segment]);
    if (longer.length > POINTER_LENGTH) break;
    pointer = longer;
  }
  return pointer;
}
