import { describe, expect, test, vi } from 'vitest';
import { type IdentitySite, identitySites, refusal } from '../../support/console/identity-sites.ts';

const HOUR_MS = 60 * 60 * 1000;

const open = identitySites();

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
    ['disabled', (service: IdentitySite) => void service.users.disable('demo')],
    ['deleted', (service: IdentitySite) => void service.users.delete('demo')],
    [
      'signed out everywhere',
      (service: IdentitySite) => void service.signedOut.set(service.linked[0]?.subject ?? '', Date.now()),
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
    // A session of the second of the change would count as one from before: the clock stands still.
    vi.setSystemTime(Date.now() + 1000);
    await service.signIn('demo', 'another long password');
    expect(await service.isAskedToSignIn()).toBe(false);
  });
});
