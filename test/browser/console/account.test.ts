import { expect } from 'vitest';
import { test } from './support/running-console.ts';

test('the seconds until requests are counted anew go by, and the count is read anew then', async ({
  signedIn,
}) => {
  const page = await signedIn('/account');
  await page.clock.install();
  await page.reload();
  const note = page.getByText(/^Counted anew in \d+ s/);
  const seconds = async () => Number(/\d+/.exec(await note.innerText())?.[0]);
  const before = await seconds();
  await expect.poll(seconds).not.toBe(before);
  const answer = page.waitForResponse((response) => response.url().endsWith('/console/api/account'));
  await page.clock.fastForward(61_000);
  expect((await answer).status()).toBe(200);
});
