import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpointsFor } from '../../shared/contract/audience.ts';

const guide = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8');

test('the key that the guide makes may do what the guide does with it: upload a video', () => {
  const [, scopes = ''] = /keys create --stack vms-prod .*--scopes (\S+)/.exec(guide) ?? [];
  const uploading = endpointsFor('integrators').filter(({ key }) =>
    ['videos/upload-video', 'videos/get-upload', 'videos/complete-upload', 'account/whoami'].includes(key),
  );
  expect(uploading).not.toEqual([]);
  for (const { key, scopes: required } of uploading)
    for (const scope of required) expect([key, ...scopes.split(',')]).toContain(scope);
});
