import { cpSync } from 'node:fs';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openLocalUsers } from '../../../cli/users/local-users.ts';
import { Browser } from '../../support/console/browser.ts';
import { startLocalSite } from '../../support/console/local-site.ts';
import { consoleClient } from '../../support/console/sign-in.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const HOUR_MS = 60 * 60 * 1000;

/** An installation that every test begins with a copy of: to make keys and to hash passwords takes long. */
const installation = temporaryFolder();
afterAll(() => installation[Symbol.dispose]());
beforeAll(async () => {
  const site = await startLocalSite(installation.path);
  await (await consoleClient(site.origin)).isAskedToSignIn();
  await site[Symbol.asyncDispose]();
});

beforeEach(() => {
  for (const method of ['log', 'info', 'warn', 'error'] as const) vi.spyOn(console, method);
});

// The provider would print hints for developers into the terminal of `npm start`.
afterEach(() => {
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    expect(console[method]).not.toHaveBeenCalled();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A site in a folder of its own, with a client of it. */
async function open(asCopy = true) {
  const folder = temporaryFolder();
  if (asCopy) cpSync(installation.path, folder.path, { recursive: true });
  const site = await startLocalSite(folder.path);
  const client = await consoleClient(site.origin);
  return {
    ...site,
    ...client,
    folder: folder.path,
    signInAsDemo: () => client.signIn(site.demo.name, site.demo.password),
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
      expect(site.failures).toEqual([]);
    },
  };
}

/** What a refused request says, by RFC 6749. */
const refusal = (request: Promise<unknown>): Promise<string | undefined> =>
  request.then(
    () => undefined,
    (error: { error?: string; code?: string; message: string }) => error.error ?? error.code ?? error.message,
  );

describe('signing in', () => {
  test('gives an access token as the console authorizer wants it, and an ID token with the name', async () => {
    await using service = await open();
    const { access, id } = await service.signInAsDemo();
    const keys = createRemoteJWKSet(new URL(String(service.server.jwks_uri)));
    const { payload } = await jwtVerify(access, keys, {
      issuer: service.local.issuer,
      algorithms: ['RS256'],
    });
    expect(payload).toMatchObject({
      sub: service.linked[0]?.subject,
      client_id: 'console',
      token_use: 'access',
      scope: 'vms/console',
      auth_time: expect.any(Number),
    });
    expect(Number(payload.exp) - Number(payload.iat)).toBe(15 * 60);
    expect(decodeProtectedHeader(access).alg).toBe('RS256');
    expect(decodeJwt(id)).toMatchObject({ sub: payload.sub, preferred_username: 'demo' });
    expect(decodeJwt(id)).not.toHaveProperty('token_use');
  });

  test('is asked for once in a browser: the session lets it in silently, and no other browser', async () => {
    await using service = await open();
    expect(await service.isAskedToSignIn()).toBe(true);
    await service.signInAsDemo();
    expect(await service.isAskedToSignIn()).toBe(false);
    expect(await (await consoleClient(service.origin)).isAskedToSignIn()).toBe(true);
  });

  test('unknown names, wrong passwords and disabled users are told the same', async () => {
    await using service = await open();
    await service.users.create('disabled', 'a long password');
    service.users.disable('disabled');
    const page = await service.browser.navigate(
      await service.authorizationUrl(service.newChecks()),
      service.callback,
    );
    const answers = await Promise.all(
      [
        ['demo', 'wrong'],
        ['nobody', 'wrong'],
        ['disabled', 'a long password'],
      ].map(async ([name = '', password = '']) => {
        const answer = await service.submit(page.url, name, password);
        return { status: answer.status, text: (await answer.text()).replace(`value="${name}"`, '') };
      }),
    );
    expect(answers[0]).toMatchObject({
      status: 401,
      text: expect.stringContaining('The user name or the password is wrong.'),
    });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  test('a name that is markup is shown as text', async () => {
    await using service = await open();
    const page = await service.browser.navigate(
      await service.authorizationUrl(service.newChecks()),
      service.callback,
    );
    const answer = await service.submit(page.url, '"><script>alert(1)</script>', 'wrong');
    expect(await answer.text()).toContain('value="&quot;&gt;&lt;script&gt;');
  });

  test.each([
    ['another origin', { Origin: 'http://127.0.0.1:1' }],
    ['no origin', { Origin: '' }],
    ['an opaque origin', { Origin: 'null' }],
  ])('a form sent by %s is refused, whatever its password', async (_, headers) => {
    await using service = await open();
    const page = await service.browser.navigate(
      await service.authorizationUrl(service.newChecks()),
      service.callback,
    );
    const answer = await service.submit(page.url, service.demo.name, service.demo.password, headers);
    expect(answer.status).toBe(403);
    expect(await service.isAskedToSignIn()).toBe(true);
  });

  test('a form of a sign-in that another browser has begun is refused', async () => {
    await using service = await open();
    const page = await service.browser.navigate(
      await service.authorizationUrl(service.newChecks()),
      service.callback,
    );
    const other = await consoleClient(service.origin, new Browser());
    const answer = await other.submit(page.url, service.demo.name, service.demo.password);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('This sign-in has expired');
  });
});

describe('a sign-in whose cookies were planted in another browser', () => {
  /** A page on another port of this host sets cookies, and leads the browser to the form that they belong to. */
  async function signInWithPlanted(service: Awaited<ReturnType<typeof open>>, victim: Browser) {
    const checks = service.newChecks();
    const page = await service.browser.navigate(await service.authorizationUrl(checks), service.callback);
    for (const [name, cookie] of service.browser.cookies) victim.cookies.set(name, cookie);
    const client = await consoleClient(service.origin, victim);
    const answer = await client.submit(page.url, service.demo.name, service.demo.password);
    expect(answer.status).toBe(303);
    return new URL(answer.headers.get('Location') ?? '');
  }

  test('is not gone on with where it was begun, once the password is entered in the other', async () => {
    await using service = await open();
    const goOn = await signInWithPlanted(service, new Browser());
    const answer = await service.browser.request(goOn);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('This sign-in has expired');
    expect(await service.isAskedToSignIn()).toBe(true);
  });

  test('is over when that was tried, at whatever address', async () => {
    await using service = await open();
    const victim = new Browser();
    const goOn = await signInWithPlanted(service, victim);
    for (const cookie of service.browser.cookies.values()) cookie.path = '/';
    expect((await service.browser.request(new URL('/oidc/auth/another', goOn))).status).toBe(400);
    expect((await victim.request(goOn)).status).toBe(400);
  });
});

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
    // The session is the browser's, and begins anew from the console.
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

describe('a session', () => {
  const endUrl = (service: { config: { logout: { url: string } }; origin: string }, hint?: string): URL => {
    const url = new URL(service.config.logout.url);
    url.searchParams.set('post_logout_redirect_uri', `${service.origin}/`);
    url.searchParams.set('client_id', 'console');
    if (hint !== undefined) url.searchParams.set('id_token_hint', hint);
    return url;
  };

  test('signing out ends it with its refresh tokens, and leads back to the console', async () => {
    await using service = await open();
    const { refresh, id } = await service.signInAsDemo();
    const answer = await service.browser.request(endUrl(service, id));
    expect(answer.headers.get('Location')).toBe(`${service.origin}/`);
    expect(await service.isAskedToSignIn()).toBe(true);
    expect(await refusal(service.refresh(refresh))).toBe('invalid_grant');
  });

  test('signing out by a form keeps the ID token out of addresses', async () => {
    await using service = await open();
    const { id } = await service.signInAsDemo();
    const url = endUrl(service, id);
    const answer = await service.browser.request(url.origin + url.pathname, {
      method: 'POST',
      // As of a page that sends no referrer.
      headers: { Origin: 'null', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: url.searchParams.toString(),
    });
    expect(answer.headers.get('Location')).toBe(`${service.origin}/`);
    expect(await service.isAskedToSignIn()).toBe(true);
  });

  test('another page cannot end it: without its ID token the user is asked', async () => {
    await using service = await open();
    await service.signInAsDemo();
    const confirm = async (answered: (xsrf: string) => string): Promise<void> => {
      const page = await (await service.browser.request(endUrl(service))).text();
      expect(page).toContain('Sign out?');
      const [, action = '', xsrf = ''] = /action="([^"]+)".*name="xsrf" value="(\w+)"/.exec(page) ?? [];
      await service.browser.request(action, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ xsrf: answered(xsrf), logout: 'yes' }).toString(),
      });
    };
    await confirm(() => 'guessed');
    expect(await service.isAskedToSignIn()).toBe(false);
    await confirm((xsrf) => xsrf);
    expect(await service.isAskedToSignIn()).toBe(true);
  });

  test('lasts 12 hours without use, and using a refresh token uses it', async () => {
    await using service = await open();
    const { refresh } = await service.signInAsDemo();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * HOUR_MS });
    const renewed = await service.refresh(refresh);
    vi.setSystemTime(Date.now() + 11 * HOUR_MS);
    expect(await service.isAskedToSignIn()).toBe(false);
    vi.setSystemTime(Date.now() + 12 * HOUR_MS);
    expect(await service.isAskedToSignIn()).toBe(true);
    expect(await refusal(service.refresh(renewed.refresh))).toBe('invalid_grant');
  });

  test('lasts 30 days in all, however much it is used', async () => {
    await using service = await open();
    let { refresh } = await service.signInAsDemo();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    for (let used = 0; used < 30 * 24 - 10; used += 10) {
      vi.setSystemTime(Date.now() + 10 * HOUR_MS);
      ({ refresh } = await service.refresh(refresh));
    }
    expect(await service.isAskedToSignIn()).toBe(false);
    vi.setSystemTime(Date.now() + 10 * HOUR_MS);
    expect(await service.isAskedToSignIn()).toBe(true);
    expect(await refusal(service.refresh(refresh))).toBe('invalid_grant');
  });

  test.each([
    ['disabled', (service: Awaited<ReturnType<typeof open>>) => void service.users.disable('demo')],
    ['deleted', (service: Awaited<ReturnType<typeof open>>) => void service.users.delete('demo')],
    [
      'signed out everywhere',
      (service: Awaited<ReturnType<typeof open>>) =>
        void service.signedOut.set(service.linked[0]?.subject ?? '', Date.now()),
    ],
  ])('is over at once for a user who is %s', async (_, end) => {
    await using service = await open();
    const { refresh } = await service.signInAsDemo();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2000 });
    end(service);
    expect(await service.isAskedToSignIn()).toBe(true);
    expect(await refusal(service.refresh(refresh))).toBe('invalid_grant');
  });

  test('is over after a new password, and the new password begins one', async () => {
    await using service = await open();
    const { refresh } = await service.signInAsDemo();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2000 });
    await service.users.setPassword('demo', 'another long password');
    expect(await service.isAskedToSignIn()).toBe(true);
    expect(await refusal(service.refresh(refresh))).toBe('invalid_grant');
    await service.signIn('demo', 'another long password');
    expect(await service.isAskedToSignIn()).toBe(false);
  });
});

describe('an installation', () => {
  test('goes on after a restart: the same keys, sessions and refresh tokens', async () => {
    using folder = temporaryFolder();
    const browser = new Browser();
    const before = await startLocalSite(folder.path);
    const client = await consoleClient(before.origin, browser);
    const tokens = await client.signIn(before.demo.name, before.demo.password);
    const port = Number(new URL(before.origin).port);
    await before[Symbol.asyncDispose]();

    await using after = await startLocalSite(folder.path, { port });
    expect(after.demo).toEqual(before.demo);
    const keys = createRemoteJWKSet(new URL(String(client.server.jwks_uri)));
    await jwtVerify(tokens.access, keys, { issuer: after.local.issuer });
    expect(await client.isAskedToSignIn()).toBe(false);
    const renewed = await client.refresh(tokens.refresh);
    expect(decodeJwt(renewed.access).sub).toBe(decodeJwt(tokens.access).sub);
  });

  test('knows its users by the same identity at another port', async () => {
    using folder = temporaryFolder();
    const identityAt = async (): Promise<unknown> => {
      await using site = await startLocalSite(folder.path);
      const client = await consoleClient(site.origin);
      const { iss, sub } = decodeJwt((await client.signIn(site.demo.name, site.demo.password)).access);
      expect(site.linked).toEqual([{ issuer: iss, subject: sub }]);
      return { iss, sub };
    };
    expect(await identityAt()).toEqual(await identityAt());
  });

  test('gives the demo account to no other user, though an operator has given them the name', async () => {
    using folder = temporaryFolder();
    const first = await startLocalSite(folder.path);
    await first[Symbol.asyncDispose]();
    expect(first.linked).toHaveLength(1);
    const users = await openLocalUsers(folder.path);
    await users.delete('demo');
    await users.create('demo', 'another long password');
    users[Symbol.dispose]();
    await using again = await startLocalSite(folder.path);
    await (await consoleClient(again.origin)).signIn('demo', 'another long password');
    expect(again.local.demo).toBeNull();
    expect(again.linked).toEqual([]);
  });

  test('has no demo user where an operator had given the name before the first start', async () => {
    using folder = temporaryFolder();
    const users = await openLocalUsers(folder.path);
    await users.create('demo', 'another long password');
    users[Symbol.dispose]();
    await using site = await startLocalSite(folder.path);
    await (await consoleClient(site.origin)).signIn('demo', 'another long password');
    expect(site.local.demo).toBeNull();
    expect(site.linked).toEqual([]);
  });

  test('does not disturb another one in the same browser', async () => {
    await using one = await open();
    await using other = await open(false);
    const first = await one.signInAsDemo();
    const inSameBrowser = await consoleClient(other.origin, one.browser);
    expect(await inSameBrowser.isAskedToSignIn()).toBe(true);
    const second = await inSameBrowser.signIn(other.demo.name, other.demo.password);
    expect(await one.isAskedToSignIn()).toBe(false);
    expect(await inSameBrowser.isAskedToSignIn()).toBe(false);
    expect(other.demo.password).not.toBe(one.demo.password);
    const keys = createRemoteJWKSet(new URL(String(other.server.jwks_uri)));
    await jwtVerify(second.access, keys, { issuer: other.local.issuer });
    await expect(jwtVerify(first.access, keys)).rejects.toThrow();
    expect(decodeJwt(first.access).iss).not.toBe(other.local.issuer);
  });
});
