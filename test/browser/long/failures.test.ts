import { expect } from 'vitest';
import { test } from '../console/support/running-console.ts';

test('a refused call shows its reason with the request id to copy, and trying again helps', async ({
  service,
  signedIn,
}) => {
  const page = await signedIn('/videos');
  await page.route('**/console/api/account', (route) =>
    route.fulfill({
      status: 403,
      headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'request-1' },
      body: JSON.stringify({ error: { code: 'INSUFFICIENT_SCOPE', message: 'Not today' } }),
    }),
  );
  await page.goto(`${service.origin}/account`);
  await page.getByRole('alert').getByText('The account could not be loaded. Not today.').waitFor();
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

test('a call that fails again and again is told of while it is repeated, and no more when it is answered', async ({
  service,
  signedIn,
}) => {
  const page = await signedIn('/videos');
  let isBroken = true;
  await page.route('**/console/api/account', (route) =>
    isBroken
      ? route.fulfill({
          status: 503,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ error: { code: 'INTERNAL_ERROR', message: 'Not now' } }),
        })
      : route.continue(),
  );
  await page.goto(`${service.origin}/account`);
  const told = page.getByText('The service does not answer as it should; trying again.');
  await told.waitFor();
  isBroken = false;
  await page.getByRole('definition').getByText('unlimited').waitFor();
  await told.waitFor({ state: 'detached' });
});
