import { expect, test } from 'vitest';
import { FIRST_PAGE, safeReturnTo } from '../../../console/session/return-to.ts';

const ORIGIN = 'http://127.0.0.1:8787';

test.each([
  '/videos',
  '/videos?page=2&q=%C3%A4',
  '/videos/0b4c2f52-7f0e-4b1e-9a55-0d2f9f9f2a11?frame=12',
  '/keys/new',
  '/account',
])('%s is where one is sent back to', (address) => {
  expect(safeReturnTo(address, ORIGIN)).toBe(address);
});

test.each([
  ['another host', '//evil.example/videos'],
  ['another host behind a backslash', '/\\evil.example/videos'],
  ['backslashes', '\\\\evil.example'],
  ['a whole address', 'https://evil.example/videos'],
  ['a whole address of this origin', `${ORIGIN}/videos`],
  ['a user name that looks like this origin', '@evil.example/videos'],
  ['a script', 'javascript:alert(1)'],
  ['a script behind a control character', '\u0001javascript:alert(1)'],
  ['a tab that browsers drop', '/\t/evil.example'],
  ['a line end that browsers drop', '/\n/evil.example'],
  ['a control within', '/videos\u0000'],
  ['a way out of the pages', '/videos/../api/videos'],
  ['an encoded way out', '/videos/%2e%2e/api'],
  ["the service's API", '/console/api/keys'],
  ['the provider', '/oidc/auth'],
  ['a page that is none', '/admin'],
  ['the callback itself', '/callback?code=1'],
  ['the page for who is signed out', '/'],
  ['nothing', ''],
])('%s is not: %j', (_, address) => {
  expect(safeReturnTo(address, ORIGIN)).toBe(FIRST_PAGE);
});

test('a fragment is left out', () => {
  expect(safeReturnTo('/videos#//evil.example', ORIGIN)).toBe('/videos');
});
