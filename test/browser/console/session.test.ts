import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { consoleClient } from '../../support/console/sign-in.ts';
import { endSessions, popupOf } from './support/ended-session.ts';
import { type RunningConsole, signIn, submitSignIn, test } from './support/running-console.ts';

/** Resolves with the refresh token that the page gets next. */
async function nextRefreshToken(page: Page): Promise<string> {
  const response = await page.waitForResponse(
    (answer) => answer.url().endsWith('/oidc/token') && answer.request().method() === 'POST',
  );
  return ((await response.json()) as { refresh_token: string }).refresh_token;
}

/** What the provider says about a refresh token. */
async function refreshed({ origin }: RunningConsole, token: string): Promise<string | undefined> {
  const body = new URLSearchParams({
    client_id: 'console',
    grant_type: 'refresh_token',
    refresh_token: token,
  });
  const answer = await fetch(`${origin}/oidc/token`, { method: 'POST', body, headers: { Origin: origin } });
  return ((await answer.json()) as { error?: string }).error;
}

test('signing out ends every tab, the session and its refresh token, without asking, and leaves nothing in addresses', async ({
  page,
  service,
}) => {
  const token = nextRefreshToken(page);
  await signIn(page, service, '/account');
  const second = await page.context().newPage();
  await second.goto(`${service.origin}/keys`);
  await second.getByRole('navigation', { name: 'Console' }).waitFor();
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));

  await page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${service.origin}/`);
  await second.waitForURL(`${service.origin}/`);
  expect(new Set(addresses)).toEqual(new Set([`${service.origin}/`]));
  expect(await refreshed(service, await token)).toBe('invalid_grant');
  await second.goto(`${service.origin}/videos`);
  await second.waitForURL(/\/signin\//);
});

test('signing out everywhere ends the sessions of other browsers with their next request', {
  tags: 'long',
}, async ({ signedIn, service }) => {
  const [here, there] = [await signedIn('/account'), await signedIn('/keys')];
  await here.getByRole('button', { name: 'Sign out everywhere' }).click();
  await here.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await here.waitForURL(`${service.origin}/`);
  await there.getByRole('link', { name: 'Account' }).click();
  await there.getByRole('alertdialog', { name: 'Your session has ended' }).waitFor();
  // Whoever signs in at once has a session that is open.
  await signIn(here, service, '/account');
  await here.getByText('Signed in as').waitFor();
  await expect(here.getByRole('alertdialog').count()).resolves.toBe(0);
});

test('who comes back after signing out sees nothing of the session, and is led to the first page', {
  tags: 'long',
}, async ({ signedIn, service }) => {
  const page = await signedIn('/account');
  await page.getByText('Signed in as').waitFor();
  // The browser stays on the page as it would keep it for the way back.
  await page.route('**/oidc/session/end', (route) => route.abort('aborted'));
  await page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'You have signed out' }).waitFor();
  await expect(page.getByRole('navigation').count()).resolves.toBe(0);
  await expect(page.getByText('Signed in as').count()).resolves.toBe(0);
  // Chromium keeps no pages while it is driven.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await page.waitForURL(`${service.origin}/`);
});

/** Fills in the form for a new key, as far as it goes before the session ends, and sends it after. */
async function editKeyBeyondTheEnd(page: Page, service: RunningConsole, name: string): Promise<Page> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('checkbox', { name: 'project:read' }).check();
  await endSessions(service);
  await page.getByRole('button', { name: 'Create key' }).click();
  return popupOf(page);
}

const keyNames = async (service: RunningConsole, user = service.demoUser): Promise<string[]> => {
  const { access } = await (await consoleClient(service.origin)).signIn(user.name, user.password);
  const headers = { Authorization: `Bearer ${access}` };
  const answer = await fetch(`${service.origin}/console/api/keys`, { headers });
  return ((await answer.json()) as { keys: { name: string }[] }).keys.map(({ name }) => name);
};

test('a session that ends in the middle of an edit is renewed in a window of its own, and the edit goes on', {
  tags: 'long',
}, async ({ signedIn, service }) => {
  const page = await signedIn('/keys/new');
  const popup = await editKeyBeyondTheEnd(page, service, 'Kept text');
  const closed = popup.waitForEvent('close');
  await submitSignIn(popup, service.demoUser);
  await closed;
  await page.getByRole('heading', { name: 'Kept text' }).waitFor();
  expect(await keyNames(service)).toContain('Kept text');
});

test('another person who comes back saves nothing of the first', { tags: 'long' }, async ({
  signedIn,
  service,
}) => {
  const other = { name: 'other', password: 'a password of another' };
  await service.createUser(other);
  const page = await signedIn('/keys/new');
  const popup = await editKeyBeyondTheEnd(page, service, 'Not for others');
  await submitSignIn(popup, other);
  await page.waitForURL(`${service.origin}/videos`);
  expect(await keyNames(service)).not.toContain('Not for others');
  expect(await keyNames(service, other)).toEqual([]);
});
