/** @module-tag long */
import { expect } from 'vitest';
import { seedVideo } from '../../support/videos/seed-video.ts';
import { refuseCalls } from '../console/support/refused-calls.ts';
import { signIn, test } from '../console/support/running-console.ts';
import { threeObjects } from '../console/support/three-objects.ts';
import { expectRefusals, MADE_BY_TEST } from '../support/watched-page.ts';

test('a refused call shows its reason with the request id to copy, and trying again helps', async ({
  service,
  signedIn,
}) => {
  const page = await signedIn('/videos');
  await refuseCalls(page, 'account', { status: 403, code: 'INSUFFICIENT_SCOPE' });
  await page.goto(`${service.origin}/account`);
  await page
    .getByRole('alert')
    .getByText('The account could not be loaded. The service refuses this for the test.')
    .waitFor();
  await page.getByRole('button', { name: 'Copy request id' }).waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('definition').getByText('unlimited').waitFor();
});

test('offline, a page that was not opened before can be tried again, and nothing is reloaded', async ({
  signedIn,
}) => {
  const page = await signedIn('/videos');
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('alert').getByText('You are offline.').waitFor();
  expect(await page.evaluate(() => Reflect.get(window, 'isSame'))).toBe(true);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('definition').getByText('unlimited').waitFor();
});

test('a call that fails again and again is reported while it is repeated, and no longer once it is answered', async ({
  service,
  signedIn,
}) => {
  const page = await signedIn('/videos');
  let isBroken = true;
  await page.route('**/console/api/account', (route) =>
    isBroken
      ? route.fulfill({
          status: 503,
          headers: { 'Content-Type': 'application/json', [MADE_BY_TEST]: 'yes' },
          body: JSON.stringify({ error: { code: 'INTERNAL_ERROR', message: 'Not now' } }),
        })
      : route.continue(),
  );
  await page.goto(`${service.origin}/account`);
  const reported = page.getByText('The service does not answer as it should; trying again.');
  await reported.waitFor();
  isBroken = false;
  await page.getByRole('definition').getByText('unlimited').waitFor();
  await reported.waitFor({ state: 'detached' });
});

test('too many requests: the page says how long, and goes on by itself when the time is over', async ({
  service,
  signedIn,
}) => {
  await seedVideo(service, { name: 'Harbour' });
  const page = await signedIn('/account');
  await page.clock.install();
  await refuseCalls(page, 'search?*', {
    status: 429,
    code: 'RATE_LIMITED',
    headers: { 'Retry-After': '42' },
  });
  await page.getByRole('link', { name: 'Videos', exact: true }).first().click();
  const banner = page.getByRole('status').filter({ hasText: 'Too many requests; going on by itself' });
  await banner.getByText(/^in 4\d s$/).waitFor();
  await page.clock.fastForward(20_000);
  await banner.getByText(/^in 2\d s$/).waitFor();
  await page.unrouteAll();
  await page.clock.fastForward(25_000);
  await page.getByRole('link', { name: 'Harbour' }).waitFor();
  await banner.waitFor({ state: 'detached' });
});

/** Changes wait while the browser is offline (`networkMode` of TanStack Query). */
const OFFLINE = 'You are offline. The page may be out of date; changes are saved when you are online.';

test('offline, changes wait, and is sent when the network is back', async ({ service, signedIn }) => {
  const id = await threeObjects(service);
  const page = await signedIn(`/videos/${id}?object=car`);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Taxi');
  await page.context().setOffline(true);
  await page.getByText(OFFLINE).waitFor();
  await page.getByRole('button', { name: 'Rename' }).click();
  expect(await name.inputValue()).toBe('Taxi');
  await page.context().setOffline(false);
  await page.getByText(OFFLINE).waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 3, name: 'Taxi' }).waitFor();
});

test('offline, a key waits to be made, and is made once', async ({ service, signedIn }) => {
  const page = await signedIn('/keys/new');
  await page.getByLabel('Name', { exact: true }).fill('Made online');
  await page.context().setOffline(true);
  await page.getByText(OFFLINE).waitFor();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Save the secret of Made online' }).waitFor();
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto(`${service.origin}/keys`);
  await page.getByRole('link', { name: 'Made online' }).waitFor();
  expect(await page.getByRole('link', { name: 'Made online' }).count()).toBe(1);
});

test("another account's video and one that does not exist are said not to be there, with nothing to try again", async ({
  service,
  openPage,
}) => {
  const id = await threeObjects(service);
  const user = { name: 'neighbour', password: 'a long password of theirs' };
  await service.createUser(user);
  const page = await openPage();
  await signIn(page, service, '/videos', user);
  expectRefusals(page, /^404 GET \/console\/api\/videos\/[\w-]+$/);
  for (const address of [id, 'none']) {
    await page.goto(`${service.origin}/videos/${address}`);
    await page.getByRole('heading', { name: 'There is no such video' }).waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  }
});
