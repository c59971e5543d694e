import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { Browser } from '../../support/console/browser.ts';
import { type IdentitySite, identitySites } from '../../support/console/identity-sites.ts';
import { consoleClient } from '../../support/console/sign-in.ts';

type Client = Awaited<ReturnType<typeof consoleClient>>;

const open = identitySites();

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

  test('guesses from elsewhere keep nobody out of a browser in which they have signed in before', async () => {
    await using service = await open();
    const { name, password } = service.local.demo ?? { name: '', password: '' };
    const formOf = async ({ browser, authorizationUrl, newChecks, callback }: Client) => {
      const { cookies } = browser;
      for (const cookie of cookies.keys()) if (!cookie.startsWith('known_')) cookies.delete(cookie);
      return (await browser.navigate(await authorizationUrl(newChecks()), callback)).url;
    };
    await service.signInAsDemo();
    const form = await formOf(service);
    const guessers = await Promise.all(Array.from({ length: 6 }, () => consoleClient(service.origin)));
    const guesses = guessers.map(async (guesser) => guesser.submit(await formOf(guesser), name, 'guess'));
    expect(await Promise.race(guesses)).toHaveProperty('status', 429);
    const forged = [...service.browser.cookies].find(([cookie]) => cookie.startsWith('known_'));
    const stranger = await consoleClient(service.origin);
    stranger.browser.cookies.set(forged?.[0] ?? '', { path: '/signin', value: `a${forged?.[1].value}` });
    const [known, unknown] = await Promise.all([
      service.submit(form, name, password),
      stranger.submit(await formOf(stranger), name, password),
    ]);
    expect([known.status, unknown.status]).toEqual([303, 429]);
    await Promise.all(guesses);
  });

  test('unknown names, wrong passwords and disabled users get the same answer', async () => {
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
  async function signInWithPlanted(service: IdentitySite, victim: Browser) {
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
