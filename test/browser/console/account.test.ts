import { expect } from 'vitest';
import { test } from './support/running-console.ts';

test('the page counts down to the reset of the rate limit and then reads the count again', async ({
  signedIn,
}) => {
  const page = await signedIn('/account');
  await page.clock.install();
  await page.reload();
  const note = page.getByText(/^Resets in \d+ s/);
  const seconds = async () => Number(/\d+/.exec(await note.innerText())?.[0]);
  const before = await seconds();
  await expect.poll(seconds).not.toBe(before);
  const answer = page.waitForResponse((response) => response.url().endsWith('/console/api/account'));
  await page.clock.fastForward(61_000);
  expect((await answer).status()).toBe(200);
});

test('what has no limit has no bar, and the sheet of keys opens on ?', async ({ signedIn }) => {
  const page = await signedIn('/account');
  const usage = page.getByText('no limit');
  await usage.first().waitFor();
  // One bar for each that has a limit.
  const limited = page.getByText(/^[\d,.]+ (?:[kMGT]?B )?of [\d,.]+/);
  expect(await page.getByRole('meter').count()).toBe(await limited.count());
  expect(await limited.count()).toBeGreaterThan(0);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
});
