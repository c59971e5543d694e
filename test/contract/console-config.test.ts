import { describe, expect, test } from 'vitest';
import { type ConsoleConfig, readConsoleConfig } from '../../shared/contract/console-config.ts';

const CONFIG: ConsoleConfig = {
  issuer: 'http://127.0.0.1:8787/oidc',
  clientId: 'console',
  scope: 'openid email vms/console',
  api: '/console/api',
  publicApi: 'https://abc.execute-api.eu-central-1.amazonaws.com/prod',
  logout: { kind: 'oidc', url: 'http://127.0.0.1:8787/oidc/session/end' },
  installation: 'a1b2c3',
};

describe('the configuration of the console', () => {
  test('is read as it was served, without members that a later release adds', () => {
    expect(readConsoleConfig({ ...JSON.parse(JSON.stringify(CONFIG)), later: 1 })).toEqual(CONFIG);
  });

  test.each(Object.keys(CONFIG))('without %s it is refused by that name', (name) => {
    expect(() => readConsoleConfig({ ...CONFIG, [name]: undefined })).toThrow(new RegExp(`"${name}`));
  });

  test.each([
    ['issuer', 'javascript:alert(1)'],
    ['issuer', 'nowhere'],
    ['publicApi', 'file:///etc/passwd'],
    ['clientId', ''],
    ['api', 'https://example.com/console/api'],
    ['logout', { kind: 'saml', url: CONFIG.logout.url }],
    ['logout', { kind: 'oidc', url: 'data:text/html,x' }],
  ])('%s is not %j', (name, value) => {
    expect(() => readConsoleConfig({ ...CONFIG, [name]: value })).toThrow(TypeError);
  });

  test.each([null, undefined, 1, 'text', []])('%j is none', (served) => {
    expect(() => readConsoleConfig(served)).toThrow(TypeError);
  });
});
