import { CONSOLE_CONFIG_PATH } from '../../shared/contract/console-config.ts';
import {
  CONSOLE_ASSET_PATTERN,
  CONSOLE_PAGE_PATTERN,
  CONSOLE_SLASHED_PAGE_PATTERN,
} from '../../shared/contract/console-pages.ts';

/** The one document that all pages of the console have. */
export const PAGE_FILE = '/index.html';

/**
 * Code of the function that CloudFront asks about each address (JavaScript runtime 2.0): pages of the list get the page, also
 * with a slash at the end, which leads there; files and configuration what they name, and nothing else reaches the bucket. Error pages
 * of the distribution would turn the API's 404s into pages, too.
 */
export const pageAddressesCode = (): string => `'use strict';
const PAGE = new RegExp(${JSON.stringify(CONSOLE_PAGE_PATTERN.source)});
const SLASHED = new RegExp(${JSON.stringify(CONSOLE_SLASHED_PAGE_PATTERN.source)});
const FILE = new RegExp(${JSON.stringify(CONSOLE_ASSET_PATTERN.source)});

function search(query) {
  const pairs = Object.keys(query).flatMap((name) =>
    (query[name].multiValue || [query[name]]).map(({ value }) => name + '=' + value),
  );
  return pairs.length === 0 ? '' : '?' + pairs.join('&');
}

function handler(event) {
  const request = event.request;
  const slashed = SLASHED.exec(request.uri);
  if (slashed !== null) {
    return {
      statusCode: 308,
      statusDescription: 'Permanent Redirect',
      headers: { location: { value: slashed[1] + search(request.querystring) }, 'cache-control': { value: 'no-store' } },
    };
  }
  if (PAGE.test(request.uri)) request.uri = ${JSON.stringify(PAGE_FILE)};
  else if (request.uri !== ${JSON.stringify(CONSOLE_CONFIG_PATH)} && !FILE.test(request.uri)) {
    return {
      statusCode: 404,
      statusDescription: 'Not Found',
      headers: {
        'content-type': { value: 'text/plain' },
        'x-content-type-options': { value: 'nosniff' },
        'cache-control': { value: 'no-store' },
      },
      body: 'Not found',
    };
  }
  return request;
}
`;
