import { describe, expect, test } from 'vitest';
import { CONSOLE_PAGE_PATTERN, CONSOLE_PAGES } from '../../shared/contract/console-pages.ts';
import { ROUTES } from '../../shared/contract/routes.ts';

const ID = '2f1c1f0e-6d0b-4b7e-9f53-0d8f3a7b9c11';

describe('the pages of the console', () => {
  test('every page of the list is one, with an id where it has a parameter', () => {
    for (const page of CONSOLE_PAGES) {
      expect(page.replace(/\{\w+\}/, ID)).toMatch(CONSOLE_PAGE_PATTERN);
    }
  });

  test.each([
    '',
    '/nothing',
    '/videos/',
    `/videos/${ID}/`,
    `/videos/${ID}/objects`,
    '/videos/picture.png',
    '/videos/%2e%2e',
    '/videos/{id}',
    '//videos',
    '/videos\n',
    'https://example.com/videos',
    '/assets/main.js',
    '/config.json',
    '/api/docs',
    '/console/api/keys',
    '/oidc',
    '/signin/abc',
    '/index.html',
  ])('%j is none', (path) => {
    expect(path).not.toMatch(CONSOLE_PAGE_PATTERN);
  });

  test('no address of the API is a page but the root, which each origin has for itself', () => {
    for (const { path } of ROUTES.filter(({ path }) => path !== '/')) {
      expect(path.replaceAll(/\{\w+\}/g, ID)).not.toMatch(CONSOLE_PAGE_PATTERN);
    }
  });
});
