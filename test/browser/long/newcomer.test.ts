/** @module-tag long */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { numberText } from '../../../console/format.ts';
import { LIMITS, TIER_LIMITS } from '../../../shared/contract/limits.ts';
import { readQuotas } from '../../../shared/contract/quotas.ts';
import { shapesClip } from '../console/support/clip-video.ts';
import { statusOf, submitKey } from '../console/support/key-pages.ts';
import { type RunningConsole, signIn, test } from '../console/support/running-console.ts';
import { dropFile, tray } from '../console/support/upload-pages.ts';

const clip = await shapesClip();

/** Signs in a person who has nothing yet. */
async function signInAs(page: Page, service: RunningConsole, name: string, address: string): Promise<void> {
  const user = { name, password: 'a password of a newcomer' };
  await service.createUser(user);
  await signIn(page, service, address, user);
}

test('where there is nothing yet, every list says what it is for and what to do', async ({
  page,
  service,
}) => {
  await signInAs(page, service, 'newcomer', '/videos');
  /** What stands under a heading. */
  const under = (title: string) => page.getByRole('heading', { name: title }).locator('xpath=..').innerText();
  expect(await under('Upload your first video')).toContain(
    'Drop files anywhere on this page, or choose them',
  );
  await page.getByRole('main').getByRole('button', { name: 'Upload videos' }).last().waitFor();
  expect(await page.getByRole('searchbox').count()).toBe(0);

  await page.getByRole('link', { name: 'API keys' }).click();
  expect(await under('Create your first key')).toContain('Programs use the service with a key.');
  await page.getByRole('main').getByRole('link', { name: 'Create key' }).last().waitFor();

  await page.getByRole('link', { name: 'Videos', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Upload your first video' }).waitFor();
  const announced = Promise.withResolvers<void>();
  await page.route('**/console/api/videos/upload', async (route) => {
    await announced.promise;
    await route.continue();
  });
  await dropFile(page, 'first.mp4', Buffer.from(clip));
  expect(await under('Your first videos are on their way')).toContain('How far they are');
  expect(await page.getByText('Upload your first video').count()).toBe(0);
  announced.resolve();
  await tray(page).getByText('1 file uploaded').waitFor();
  await page.getByRole('link', { name: 'Videos', exact: true }).first().click();
  await page.getByText('Ready').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'first.mp4' }).first().click();
  expect(await under('No objects yet')).toMatch(/Detection finds .*A surface.*you mark yourself/s);
  for (const action of ['Detect objects', 'Mark surface']) {
    await page.getByRole('button', { name: action }).waitFor();
  }
  await page.getByRole('tab', { name: 'Overlays' }).click();
  expect(await under('No overlays yet')).toMatch(/Texts, images and shapes .*Add$/s);
  await page.getByRole('tab', { name: 'Detection' }).click();
  await page.getByRole('button', { name: 'Start detection' }).waitFor();
  await page.getByRole('tab', { name: 'Versions' }).click();
  expect(await under('The first version')).toContain('Every change makes a version');
});

test('the account page reports tier, requests of this minute and every quota, as they are used', async ({
  page,
  service,
}) => {
  await signInAs(page, service, 'counted', '/account');
  const meter = (name: string) => page.getByRole('meter', { name, exact: true });
  const text = (name: string) => meter(name).getAttribute('aria-valuetext');
  await page.getByRole('definition').getByText('free', { exact: true }).waitFor();
  const { videos, activeJobs, activeSurfaces } = readQuotas().free;
  await expect.poll(() => text('Videos')).toBe(`0 of ${numberText(videos)}`);
  expect(await text('Storage')).toMatch(/^0 .* of 107 GB$/);
  expect(await text('Incomplete uploads')).toBe(`0 of ${LIMITS.openUploads}`);
  expect(await text('Active jobs')).toBe(`0 of ${activeJobs}`);
  expect(await text('Tracked surfaces')).toBe(`0 of ${activeSurfaces}`);
  expect(await text('Active keys')).toBe(`0 of ${LIMITS.activeKeys}`);
  expect(await text('This minute')).toBe(`0 of ${TIER_LIMITS.free}`);
  await page.getByText(/^Resets in \d+ s\. What you do in this console does not count\.$/).waitFor();

  await page.goto(`${service.origin}/keys/new`);
  await page.getByLabel('Name', { exact: true }).fill('Counted');
  const { command } = await submitKey(page, 'Counted');
  await page.goto(`${service.origin}/account`);
  await expect.poll(() => text('Active keys')).toBe(`1 of ${LIMITS.activeKeys}`);
  // The minute may have ended between the request and the page.
  await expect
    .poll(
      async () => {
        expect(await statusOf(command)).toBe(200);
        await page.reload();
        await page.getByText(/^Resets in/).waitFor();
        return text('This minute');
      },
      { timeout: 60_000 },
    )
    .toMatch(/^[1-9]\d* of /);
});
