/** @module-tag long */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { consoleClient } from '../../support/console/sign-in.ts';
import { type RunningConsole, signIn, submitSignIn, test } from '../console/support/running-console.ts';
import { serveStatic } from '../support/static-site.ts';
import { expectRefusals } from '../support/watched-page.ts';

/** Changes of members; null removes one. */
type Changes = Readonly<Record<string, string | null>>;

interface Meddling {
  /** Of the parameters that the provider answers with. */
  answer?: Changes;
  /** Of what the tab remembers of the sign-in that it began. */
  attempt?: Changes;
}

/** Changes an answer of the provider, or the memory of the tab, just before the page reads them. */
async function meddle(page: Page, { answer = {}, attempt = {} }: Meddling): Promise<void> {
  await page.addInitScript(
    ([inAnswer, inAttempt]) => {
      if (location.pathname !== '/callback') return;
      const parameters = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(inAnswer)) {
        if (value === null) parameters.delete(name);
        else parameters.set(name, value);
      }
      history.replaceState(null, '', `/callback?${parameters}`);
      const kept = sessionStorage.getItem('vms-sign-in');
      if (kept === null) return;
      const remembered = { ...JSON.parse(kept), ...inAttempt };
      for (const [name, value] of Object.entries(inAttempt)) if (value === null) delete remembered[name];
      sessionStorage.setItem('vms-sign-in', JSON.stringify(remembered));
    },
    [answer, attempt] as const,
  );
}

/** Collects the tokens that the page sends to the API. */
function sentTokens(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { authorization } = request.headers();
    if (authorization !== undefined && request.url().includes('/console/api/')) sent.push(authorization);
  });
  return sent;
}

async function beginSignIn(page: Page, service: RunningConsole): Promise<void> {
  await page.goto(`${service.origin}/keys`);
  await page.waitForURL(/\/signin\//);
  await submitSignIn(page, service.demoUser);
}

const WRONG = 'x'.repeat(43);

describe('an answer of the provider is refused, and nobody is signed in, with', () => {
  test.for<[string, Meddling]>([
    ['another state', { answer: { state: WRONG } }],
    ['no state', { answer: { state: null } }],
    ['another code', { answer: { code: WRONG } }],
    ['no code', { answer: { code: null } }],
    ['another issuer', { answer: { iss: 'https://evil.example' } }],
    ['an error in its place', { answer: { error: 'access_denied', code: null } }],
    ['another state remembered', { attempt: { state: WRONG } }],
    ['no state remembered', { attempt: { state: null } }],
    ['another nonce', { attempt: { nonce: WRONG } }],
    ['no nonce', { attempt: { nonce: null } }],
    ['another verifier', { attempt: { verifier: WRONG } }],
    ['no verifier', { attempt: { verifier: null } }],
  ])('%s', async ([, meddling], { page, service }) => {
    await meddle(page, meddling);
    const sent = sentTokens(page);
    await beginSignIn(page, service);
    await page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
    expect((await page.getByRole('alert').innerText()).length).toBeGreaterThan(10);
    expect(new URL(page.url()).search).toBe('');
    expect(await page.evaluate(() => sessionStorage.getItem('vms-sign-in'))).toBeNull();
    expect(sent).toEqual([]);
  });
});

describe("another person's code", () => {
  /** The address to which the provider sends a person who has begun to sign in elsewhere. */
  async function addressOfOther(service: RunningConsole, name: string): Promise<URL> {
    const other = { name, password: 'a password of an attacker' };
    await service.createUser(other);
    const client = await consoleClient(service.origin);
    return client.authorize(client.newChecks(), other.name, other.password);
  }

  test('in an answer to a sign-in that was begun here is refused: it was not asked for with the verifier', async ({
    page,
    service,
  }) => {
    const address = await addressOfOther(service, 'mallory');
    await meddle(page, { answer: { code: address.searchParams.get('code') } });
    const sent = sentTokens(page);
    await beginSignIn(page, service);
    await page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
    expect(sent).toEqual([]);
  });

  test('by a link signs nobody in, whether somebody is signed in or not', async ({ page, service }) => {
    const sent = sentTokens(page);
    await page.goto((await addressOfOther(service, 'trudy')).href);
    await page.getByText('This sign-in was not begun in this browser').waitFor();
    expect(sent).toEqual([]);
    await signIn(page, service, '/account');
    const mine = sent.length;
    await page.goto((await addressOfOther(service, 'eve')).href);
    await page.getByText('This sign-in was not begun in this browser').waitFor();
    expect(sent.length).toBe(mine);
    await page.goto(`${service.origin}/account`);
    await page.getByText('demo', { exact: true }).first().waitFor();
  });
});

describe("another person's session at the provider, put into the browser by a program on another port of this host", () => {
  /** The cookies of somebody who has signed in elsewhere, as that program would set them. */
  async function plantSession(page: Page, service: RunningConsole, name: string): Promise<void> {
    const other = { name, password: 'a password of an attacker' };
    await service.createUser(other);
    const client = await consoleClient(service.origin);
    await client.signIn(other.name, other.password);
    await page.context().addCookies(
      [...client.browser.cookies].map(([name, { value, path }]) => ({
        name,
        value,
        path,
        domain: '127.0.0.1',
        sameSite: 'Strict' as const,
        httpOnly: true,
      })),
    );
    expect(await client.isAskedToSignIn()).toBe(false);
  }

  test('signs nobody in who comes for the first time: the password is asked for, and decides', async ({
    page,
    service,
  }) => {
    await plantSession(page, service, 'niaj');
    await signIn(page, service, '/account');
    await page.getByText('demo', { exact: true }).first().waitFor();
  });

  test('does not take the place of the session that was there, nor of one that has ended', async ({
    page,
    service,
  }) => {
    await signIn(page, service, '/account');
    await plantSession(page, service, 'olivia');
    const sent = sentTokens(page);
    await page.reload();
    await page.waitForURL(/\/signin\//);
    expect(sent).toEqual([]);
    await submitSignIn(page, service.demoUser);
    await page.waitForURL(`${service.origin}/account`);
    await page.getByText('demo', { exact: true }).first().waitFor();
    // Known again: nothing is asked for.
    await page.reload();
    await page.getByText('demo', { exact: true }).first().waitFor();
    await page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${service.origin}/`);
    expect(await page.evaluate(() => localStorage.getItem('vms-person'))).toBeNull();
    await plantSession(page, service, 'peggy');
    await page.goto(`${service.origin}/account`);
    await page.waitForURL(/\/signin\//);
  });
});

test('no page of the console, nor the sign-in page, is shown in a frame of another site', async ({
  page,
  service,
}) => {
  await signIn(page, service, '/videos');
  expectRefusals(page, /^404 GET \/signin\/none$/);
  for (const target of [
    '/',
    '/videos',
    '/keys/new',
    '/account',
    '/callback',
    '/oidc/auth?client_id=console',
    '/signin/none',
  ]) {
    await using site = await serveStatic(() => ({
      type: 'text/html',
      body: `<!doctype html><title>Win</title><iframe src="${service.origin}${target}"></iframe>`,
    }));
    await page.goto(site.origin);
    const [, frame] = page.frames();
    await expect.poll(() => [target, frame?.url()]).toEqual([target, 'chrome-error://chromewebdata/']);
  }
});
