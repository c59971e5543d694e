import { expect, test } from 'vitest';
import { createAppRouter } from '../../console/router.tsx';
import type { Services } from '../../console/services.ts';
import { CONSOLE_PAGES } from '../../shared/contract/console-pages.ts';

test('the router has the pages of the closed list, and no others', () => {
  const router = createAppRouter({} as Services);
  const paths = Object.keys(router.routesByPath).map((path) => path.replaceAll(/\$(\w+)/g, '{$1}'));
  expect(paths.toSorted()).toEqual(CONSOLE_PAGES.toSorted());
});
