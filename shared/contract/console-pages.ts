/**
 * The addresses of the console's pages: a closed list, so that a mistyped or hostile address never gets the page. The
 * router of the console, the local service and CloudFront all follow it.
 */
export const CONSOLE_PAGES = [
  '/',
  '/callback',
  '/videos',
  '/videos/{id}',
  '/keys',
  '/keys/new',
  '/keys/{keyId}',
  '/webhooks',
  '/webhooks/new',
  '/webhooks/{webhookId}',
  '/webhooks/{webhookId}/edit',
  '/account',
] as const;

/** One segment of a path; ids have no dot, so that no missing file is taken for a page. */
const PARAMETER = '[0-9A-Za-z_-]+';

const anyOf = (pages: readonly string[]): string =>
  pages.map((page) => page.replaceAll(/\{\w+\}/g, PARAMETER)).join('|');

/** Matches the path of a page, whole and without escapes; its source is valid in CloudFront's JavaScript as well. */
export const CONSOLE_PAGE_PATTERN = new RegExp(`^(?:${anyOf(CONSOLE_PAGES)})$`);

/**
 * Matches the path of a page but `/` with a slash at its end, which people type: its first group is the address of the page. Its
 * source is valid in CloudFront's JavaScript as well.
 */
export const CONSOLE_SLASHED_PAGE_PATTERN = new RegExp(
  `^(${anyOf(CONSOLE_PAGES.filter((page) => page !== '/'))})/$`,
);

/** Folder of the built scripts and styles; the names in it contain a hash of the content. */
export const CONSOLE_ASSETS = '/assets/';

/** Matches the path of a built file: one segment below the folder, which does not begin with a dot. */
export const CONSOLE_ASSET_PATTERN = new RegExp(`^${CONSOLE_ASSETS}(\\w[\\w.-]*)$`);
