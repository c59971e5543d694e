import { CONSOLE_PAGE_PATTERN } from '../../shared/contract/console-pages.ts';

/** Where a sign-in leads if it was begun at no page. */
export const FIRST_PAGE = '/videos';

/** Addresses that begin like paths and lead elsewhere: browsers take `/\` for `//`, and drop controls from addresses. */
const MISLEADING = /[\\\p{Cc}]|^\/\//u;

/**
 * The address of a page of the console, to which one may be sent after signing in.
 * @param address as an address or storage gave it; anything that is no page of this origin becomes the first page
 */
export function safeReturnTo(address: string, origin: string): string {
  if (!address.startsWith('/') || MISLEADING.test(address) || !URL.canParse(address, origin))
    return FIRST_PAGE;
  const url = new URL(address, origin);
  const isPage = url.origin === origin && CONSOLE_PAGE_PATTERN.test(url.pathname);
  return isPage && url.pathname !== '/callback' && url.pathname !== '/'
    ? url.pathname + url.search
    : FIRST_PAGE;
}
