/** CloudFront's function, run as CloudFront runs it: on its own, with the event and nothing else. */
import vm from 'node:vm';
import { expect, test } from 'vitest';
import { pageAddressesCode } from '../../lib/constructs/page-addresses.ts';
import { CONSOLE_CONFIG_PATH } from '../../shared/contract/console-config.ts';
import { CONSOLE_PAGES } from '../../shared/contract/console-pages.ts';
import { NO_PAGES } from '../support/console/no-pages.ts';

interface Answer {
  /** Of the file in the bucket, where the request goes on. */
  uri?: string;
  statusCode?: number;
  headers?: Record<string, { value: string }>;
}

const context = vm.createContext({}, { codeGeneration: { strings: false, wasm: false } });
vm.runInContext(pageAddressesCode(), context);

function ask(uri: string, querystring: object = { state: { value: '1' } }): Answer {
  const event = { version: '1.0', request: { method: 'GET', uri, querystring } };
  return JSON.parse(vm.runInContext(`JSON.stringify(handler(${JSON.stringify(event)}))`, context));
}

test.each(CONSOLE_PAGES)('%s gets the page', (page) => {
  expect(ask(page.replaceAll(/\{\w+\}/g, 'a-1')).uri).toBe('/index.html');
});

test.each(CONSOLE_PAGES.filter((page) => page !== '/'))('%s/ leads to the page, with its query', (page) => {
  const address = page.replaceAll(/\{\w+\}/g, 'a-1');
  const query = {
    page: { value: '2' },
    label: { value: 'a%20b', multiValue: [{ value: 'a%20b' }, { value: 'c' }] },
  };
  const { statusCode, headers } = ask(`${address}/`, query);
  expect([statusCode, headers?.location?.value]).toEqual([308, `${address}?page=2&label=a%20b&label=c`]);
  expect(ask(`${address}/`, {}).headers?.location?.value).toBe(address);
});

test.each(['/assets/main-1a2b.js', '/assets/font-1a2b.woff2', CONSOLE_CONFIG_PATH])(
  '%s gets the file that it names',
  (uri) => {
    expect(ask(uri).uri).toBe(uri);
  },
);

test.each(NO_PAGES)('%s never gets the page', (uri) => {
  const { uri: file, statusCode } = ask(uri);
  // A missing file is S3's 404.
  if (uri === '/assets/missing.js') expect(file).toBe(uri);
  else expect([statusCode, file]).toEqual([404, undefined]);
});

test.each([
  '/assets/../index.html',
  '/assets/..%2findex.html',
  '/assets/.hidden',
  '/assets/a/b.js',
  '/assets',
])('%s reaches nothing in the bucket', (uri) => {
  expect(ask(uri)).toMatchObject({ statusCode: 404 });
});

test('only refused text is not stored', () => {
  expect(ask('/nothing').headers).toMatchObject({
    'content-type': { value: 'text/plain' },
    'x-content-type-options': { value: 'nosniff' },
    'cache-control': { value: 'no-store' },
  });
});

test('the code is within what CloudFront takes', () => {
  expect(Buffer.byteLength(pageAddressesCode())).toBeLessThan(10_240);
});
