import { decodeJwt } from 'jose';
import * as oauth from 'oauth4webapi';
import { describe, expect, test } from 'vitest';
import { identitySites, refusal } from '../../support/console/identity-sites.ts';

const open = identitySites();

describe('the code', () => {
  test.each([
    ['state', 'OAUTH_INVALID_RESPONSE'],
    ['nonce', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
    ['verifier', 'invalid_grant'],
  ] as const)('is useless with another %s', async (name, error) => {
    await using service = await open();
    const checks = service.newChecks();
    const address = await service.authorize(checks, service.demo.name, service.demo.password);
    const wrong = { ...checks, [name]: service.newChecks()[name] };
    expect(await refusal(service.exchange(address, wrong))).toBe(error);
  });

  test('is useless where state or verifier is missing', async () => {
    await using service = await open();
    const checks = service.newChecks();
    const address = await service.authorize(checks, service.demo.name, service.demo.password);
    const answer = await fetch(String(service.server.token_endpoint), {
      method: 'POST',
      headers: { Origin: service.origin },
      body: new URLSearchParams({
        client_id: service.config.clientId,
        grant_type: 'authorization_code',
        code: address.searchParams.get('code') ?? '',
        redirect_uri: service.callback,
      }),
    });
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' });
    address.searchParams.delete('state');
    expect(await refusal(service.exchange(address, checks))).toBe('OAUTH_INVALID_RESPONSE');
  });

  test('is not given without a challenge', async () => {
    await using service = await open();
    const url = await service.authorizationUrl(service.newChecks(), (parameters) =>
      parameters.delete('code_challenge'),
    );
    const { url: end } = await service.browser.navigate(url, service.callback);
    expect(end.searchParams.get('error')).toBe('invalid_request');
    expect(end.searchParams.has('code')).toBe(false);
  });

  test('works once: a second use takes back the tokens of the first', async () => {
    await using service = await open();
    const checks = service.newChecks();
    const address = await service.authorize(checks, service.demo.name, service.demo.password);
    const { refresh } = await service.exchange(address, checks);
    expect(await refusal(service.exchange(address, checks))).toBe('invalid_grant');
    expect(await refusal(service.refresh(refresh))).toBe('invalid_grant');
  });

  test.each(['http://127.0.0.1:1/callback', 'https://example.com/callback', '/callback'])(
    'is not sent to %s',
    async (address) => {
      await using service = await open();
      const url = await service.authorizationUrl(service.newChecks(), (parameters) =>
        parameters.set('redirect_uri', address),
      );
      const answer = await service.browser.request(url);
      expect(answer.status).toBe(400);
      expect(answer.headers.get('Location')).toBeNull();
      expect(await answer.text()).toContain('Sign in again');
    },
  );

  test('a page of another origin can neither exchange it nor refresh', async () => {
    await using service = await open();
    const { refresh } = await service.signInAsDemo();
    const answer = await fetch(String(service.server.token_endpoint), {
      method: 'POST',
      headers: { Origin: 'http://127.0.0.1:1' },
      body: new URLSearchParams({
        client_id: 'console',
        grant_type: 'refresh_token',
        refresh_token: refresh,
      }),
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});

describe('a refresh token', () => {
  test('is replaced at each use; using an old one ends all that came of it', async () => {
    await using service = await open();
    const first = await service.signInAsDemo();
    const second = await service.refresh(first.refresh);
    expect(decodeJwt(second.access).auth_time).toBe(decodeJwt(first.access).auth_time);
    const third = await service.refresh(second.refresh);
    expect(await refusal(service.refresh(first.refresh))).toBe('invalid_grant');
    expect(await refusal(service.refresh(third.refresh))).toBe('invalid_grant');
    // The session is the browser's, and starts over from the console.
    expect(await service.isAskedToSignIn()).toBe(false);
  });

  test('can be revoked by the console', async () => {
    await using service = await open();
    const { refresh } = await service.signInAsDemo();
    const revoked = await oauth.revocationRequest(
      service.server,
      { client_id: 'console' },
      oauth.None(),
      refresh,
      { [oauth.allowInsecureRequests]: true, headers: { Origin: service.origin } },
    );
    await oauth.processRevocationResponse(revoked);
    expect(await refusal(service.refresh(refresh))).toBe('invalid_grant');
  });
});
