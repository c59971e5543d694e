import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type RunningConsole, signIn, test } from './support/running-console.ts';
import { serveConsole } from './support/served-console.ts';

// Services are started as processes.
vi.setConfig({ testTimeout: 120_000 });

type Installation = Pick<RunningConsole, 'origin' | 'demoUser'>;

const isSignedIn = (page: Page): Promise<void> => page.getByRole('navigation', { name: 'Console' }).waitFor();

const sessionCookies = async (page: Page): Promise<string[]> =>
  (await page.context().cookies())
    .map(({ name }) => name)
    .filter((name) => /^vms_session_[0-9a-f]+$/.test(name));

const installationName = async ({ origin }: Installation): Promise<string> =>
  ((await (await fetch(`${origin}/config.json`)).json()) as { installation: string }).installation;

test('of two installations side by side one browser has a session each, and signing out of one leaves the other', {
  tags: 'long',
}, async ({ page, service }) => {
  using folder = temporaryFolder();
  await using other = await serveConsole(folder.path);
  expect(await installationName(other)).not.toBe(await installationName(service));
  const tab = await page.context().newPage();
  await signIn(page, service);
  await signIn(tab, other);
  expect(new Set(await sessionCookies(page)).size).toBe(2);
  await page.reload();
  await isSignedIn(page);

  await page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${service.origin}/`);
  await tab.reload();
  await isSignedIn(tab);
  expect(tab.url()).toBe(`${other.origin}/videos`);
  await page.goto(`${service.origin}/videos`);
  await page.waitForURL(/\/signin\//);
});

test('after a sign-in nobody is sent to an address that is no page of the console', async ({
  page,
  service,
}) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).hostname));
  await signIn(page, service);
  for (const hostile of [
    '//evil.example/keys',
    '/\\evil.example/keys',
    'javascript:alert(1)',
    '\u0001javascript:alert(1)',
    '/\t/evil.example',
  ]) {
    // The stored sign-in is changed just before the page reads it.
    await page.addInitScript((returnTo) => {
      const kept = sessionStorage.getItem('vms-sign-in');
      if (location.pathname !== '/callback' || kept === null) return;
      sessionStorage.setItem('vms-sign-in', JSON.stringify({ ...JSON.parse(kept), returnTo }));
    }, hostile);
    // Without the change it would lead back here.
    await page.goto(`${service.origin}/keys`);
    await page.waitForURL(`${service.origin}/videos`);
    await isSignedIn(page);
  }
  expect([...hosts]).toEqual(['127.0.0.1']);
});
