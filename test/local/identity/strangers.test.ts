import { describe, expect, test, vi } from 'vitest';
import { openIdentityDatabase } from '../../../local/identity/identity-database.ts';
import { INTERACTION_S } from '../../../local/identity/session-lifetimes.ts';
import { Browser } from '../../support/console/browser.ts';
import { type IdentitySite, identitySites } from '../../support/console/identity-sites.ts';
import { consoleClient } from '../../support/console/sign-in.ts';
import { rawConnection } from '../../support/service/raw-http.ts';

const open = identitySites();

/** How much the provider keeps. */
function storedIn({ folder }: IdentitySite): number {
  const database = openIdentityDatabase(folder);
  const { count } = database.prepare('SELECT COUNT(*) AS count FROM artifacts').get() ?? {};
  database.close();
  return Number(count);
}

/** Begins a sign-in in a browser. @returns the address of its form */
async function begin(service: IdentitySite, browser = new Browser()): Promise<URL> {
  const client = await consoleClient(service.origin, browser);
  const address = await client.authorizationUrl(client.newChecks());
  return (await browser.navigate(address, client.callback)).url;
}

describe('whoever has no password', () => {
  test('leaves nothing behind, however many sign-ins they begin and sessions they end', async () => {
    await using service = await open();
    const before = storedIn(service);
    const browser = new Browser();
    for (let i = 0; i < 20; i++) {
      await begin(service, browser);
      const { status, headers } = await browser.request(service.config.logout.url);
      expect([status, headers.get('Location')]).toEqual([302, '/']);
    }
    const client = await consoleClient(service.origin, browser);
    expect((await client.submit(await begin(service, browser), 'demo', 'wrong')).status).toBe(401);
    expect(storedIn(service)).toBe(before);
  });

  test('ends nobody’s sign-in: one that was begun before goes on', async () => {
    await using service = await open();
    const checks = service.newChecks();
    const url = await service.authorizationUrl(checks);
    const page = await service.browser.navigate(url, service.callback);
    for (let i = 0; i < 20; i++) await begin(service);
    const answer = await service.submit(page.url, service.demo.name, service.demo.password);
    const end = await service.browser.navigate(answer.headers.get('Location') ?? '', service.callback);
    const { access } = await service.exchange(end.url, checks);
    expect(access).not.toBe('');
  });
});

describe('the form of a sign-in', () => {
  const submitIn = async (service: IdentitySite, page: URL) => {
    const answer = await service.submit(page, service.demo.name, service.demo.password);
    return [answer.status, (await answer.text()).includes('This sign-in has expired')];
  };

  test('is good for an hour', async () => {
    await using service = await open();
    const page = await begin(service, service.browser);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (INTERACTION_S - 60) * 1000 });
    expect(await submitIn(service, page)).toEqual([303, false]);
    const other = await begin(service, service.browser);
    vi.setSystemTime(Date.now() + INTERACTION_S * 1000);
    expect(await submitIn(service, other)).toEqual([400, true]);
  });

  test('is good once', async () => {
    await using service = await open();
    const page = await begin(service, service.browser);
    expect(await submitIn(service, page)).toEqual([303, false]);
    expect(await submitIn(service, page)).toEqual([400, true]);
  });

  test('is good as it was given: not with one letter changed, nor with another’s signature', async () => {
    await using service = await open();
    const page = await begin(service, service.browser);
    const [[name = '', cookie] = []] = [...service.browser.cookies].filter(
      ([one, { path }]) => path === page.pathname && !one.endsWith('.sig'),
    );
    const { value = '' } = cookie ?? {};
    const given = [...service.browser.cookies];
    const kept = JSON.parse(Buffer.from(value, 'base64url').toString()) as { params: object };
    const changed = { ...kept, params: { ...kept.params, redirect_uri: 'http://127.0.0.1:1/callback' } };
    for (const text of [
      `${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`,
      Buffer.from(JSON.stringify(changed)).toString('base64url'),
    ]) {
      service.browser.cookies.set(name, { value: text, path: page.pathname });
      expect(await submitIn(service, page)).toEqual([400, true]);
      // The signature goes with what it does not fit.
      for (const [one, kept] of given) service.browser.cookies.set(one, kept);
    }
    expect(await submitIn(service, page)).toEqual([303, false]);
  });

  test('about a session is good while that lasts', async () => {
    await using service = await open();
    await service.signInAsDemo();
    const again = await service.authorizationUrl(service.newChecks(), (parameters) =>
      parameters.set('prompt', 'login'),
    );
    const { url: page } = await service.browser.navigate(again, service.callback);
    expect((await service.browser.request(page)).status).toBe(200);
    const database = openIdentityDatabase(service.folder);
    database.prepare("DELETE FROM artifacts WHERE model = 'Session'").run();
    database.close();
    expect(await submitIn(service, page)).toEqual([400, true]);
  });
});

describe('a request that does not arrive in full', () => {
  test.each(['/oidc/token', '/oidc/token/revocation', '/oidc/session/end', '/oidc/session/end/confirm'])(
    'to %s is cut off',
    async (target) => {
      await using service = await open({ arrivalMs: 100 });
      await sendHalf(service, target);
    },
  );

  test('a form with name and password is cut off', async () => {
    await using service = await open({ arrivalMs: 100 });
    const page = await begin(service, service.browser);
    const cookies = [...service.browser.cookies].filter(([, { path }]) => path === page.pathname);
    const Cookie = cookies.map(([name, { value }]) => `${name}=${value}`).join('; ');
    await sendHalf(service, page.pathname, { Cookie, Origin: service.origin });
  });
});

test('a client that breaks off in the middle of a form is no failure of the service', async () => {
  await using service = await open();
  const connection = await rawConnection(service.origin);
  const head = `POST /oidc/session/end HTTP/1.1\r\nHost: ${new URL(service.origin).host}\r\nContent-Length: 2\r\n\r\n`;
  await connection.send(`${head}x`);
  await service.isAskedToSignIn();
  connection.socket.destroy();
  await connection.closed;
});

/** Sends one byte of two of a form, and waits until the connection is closed. */
async function sendHalf(
  { origin }: IdentitySite,
  target: string,
  headers: Record<string, string> = {},
): Promise<void> {
  const connection = await rawConnection(origin);
  const lines = Object.entries({
    Host: new URL(origin).host,
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': '2',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  await connection.send([`POST ${target} HTTP/1.1`, ...lines, '', 'x'].join('\r\n'));
  connection.socket.resume();
  await connection.closed;
}
