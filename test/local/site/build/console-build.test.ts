import { homedir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { userCacheFolder } from '../../../../local/site/build/console-build.ts';

test.each([
  ['linux', { XDG_CACHE_HOME: '/var/cache/me' }, '/var/cache/me'],
  ['linux', {}, path.join(homedir(), '.cache')],
  ['darwin', {}, path.join(homedir(), 'Library', 'Caches')],
  ['win32', { LOCALAPPDATA: 'C:\\Cache' }, 'C:\\Cache'],
] as const)('on %s with %j the folder for caches is %s', (system, variables, folder) => {
  expect(userCacheFolder(variables, system)).toBe(folder);
});
