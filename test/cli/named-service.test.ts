import { expect, test } from 'vitest';
import { vms } from './vms.ts';

test('an address that is not an http URL is a usage error', async () => {
  const env = { VMS_API_URL: 'localhost:8787', VMS_API_KEY: 'k' };
  const { code, stderr } = await vms(['list'], { env });
  expect(code).toBe(2);
  expect(stderr).toContain('VMS_API_URL must be a URL, not "localhost:8787".');
});

test('what works on stores refuses where another service is named, rather than work on its own', async () => {
  const env = { VMS_API_URL: 'https://api.example.org/prod', VMS_API_KEY: 'k' };
  for (const args of [
    ['keys', 'create', '--account', 'acme', '--scopes', 'project:read'],
    ['keys', 'revoke', 'k'],
    ['account', 'set-tier', 'acme', 'pro'],
  ]) {
    const { code, stdout, stderr } = await vms(args, { env });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('VMS_API_URL names another');
  }
});

test('an address without its key is a usage error', async () => {
  const { code, stderr } = await vms(['list'], { env: { VMS_API_URL: 'https://api.example.org/prod' } });
  expect(code).toBe(2);
  expect(stderr).toContain('VMS_API_KEY');
});
