import { afterEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../support/service/test-service.ts';
import { lintTemplates } from './cfn-lint.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('the linter is installed with the Python that VMS_PYTHON names', async () => {
  vi.stubEnv('XDG_CACHE_HOME', await temporaryFolder('cache'));
  vi.stubEnv('VMS_PYTHON', '/nowhere/python');
  await expect(lintTemplates([], [])).rejects.toMatchObject({ code: 'ENOENT', path: '/nowhere/python' });
});
