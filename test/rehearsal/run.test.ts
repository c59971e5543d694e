import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/service/test-service.ts';

const RUN = path.resolve(import.meta.dirname, '../../rehearsal/run.ts');

test('the rehearsal starts without the test runner, and says where templates are missing', async () => {
  const assembly = path.join(await temporaryFolder('empty'), 'assembly');
  await expect(promisify(execFile)(process.execPath, [RUN, assembly])).rejects.toMatchObject({
    stderr: expect.stringMatching(/ENOENT.*assembly/),
  });
});

test('an upgrade needs a release to begin with', async () => {
  await expect(promisify(execFile)(process.execPath, [RUN, 'upgrade'])).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Upgrade from what\?/),
  });
});
