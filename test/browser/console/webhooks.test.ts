import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { seedVideo } from '../../support/videos/seed-video.ts';
import { httpReceiver, type ReceivedEvent } from '../../support/webhooks/http-receiver.ts';
import { test } from './support/running-console.ts';
import {
  changeVideo,
  createWebhook,
  deliveries,
  HOSTILE_ANSWER,
  refuse,
  seedWebhooks,
} from './support/webhook-pages.ts';

/** The event, if its signature is of this secret. */
const verified = (secret: string, { headers, body }: ReceivedEvent) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string };

const more = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('a webhook is created for some types and one video, is sent their events with the secret that was shown, and is deleted', async ({
  service,
  signedIn,
}) => {
  const receiver = await httpReceiver();
  const [meant, other] = [await seedVideo(service, { name: 'Pier' }), await seedVideo(service)];
  const page = await signedIn('/webhooks');
  await page.getByRole('heading', { name: 'Create your first webhook' }).waitFor();
  const reference = page.getByRole('link', { name: 'GET /api/v1/events' });
  expect(await reference.getAttribute('href')).toBe(`${service.origin}/api/docs#listEvents`);
  await page.keyboard.press('n');
  await page.getByLabel('Description').fill('Captions');
  await page.getByRole('radio', { name: 'These types' }).click();
  await page.getByRole('checkbox', { name: /^version\.created/ }).click();
  await page.getByRole('radio', { name: 'One video' }).click();
  await page.getByRole('combobox', { name: 'Video' }).fill('pier');
  await page.getByRole('option', { name: 'Pier' }).click();
  const secret = await createWebhook(page, receiver.url);

  await changeVideo(service, other, 'not-meant');
  await changeVideo(service, meant, 'meant');
  await deliveries(page).filter({ hasText: 'Delivered' }).getByText('version.created').waitFor();
  for (const received of receiver.received)
    expect(verified(secret, received)).toMatchObject({ type: 'version.created', data: { videoId: meant } });

  await page.getByRole('link', { name: 'Webhooks' }).first().click();
  const row = page.getByRole('row').filter({ hasText: 'Captions' });
  for (const text of ['Active', '1 type', 'Pier']) await row.getByText(text).waitFor();
  await row.getByRole('button', { name: /^Actions for 127\.0\.0\.1:/ }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByRole('heading', { name: 'Create your first webhook' }).waitFor();
});

test('what a receiver refuses is shown with its answer as text, and is delivered when it is sent again', async ({
  service,
  signedIn,
}) => {
  const receiver = await httpReceiver();
  const videoId = await seedVideo(service);
  const page = await signedIn('/webhooks/new');
  await createWebhook(page, receiver.url);
  refuse(receiver);
  await page.getByRole('button', { name: 'Send test event' }).click();
  const answer = page.getByRole('region', { name: 'Answer to the test event' });
  await answer.getByText('HTTP 503').waitFor();
  expect(await answer.locator('pre').innerText()).toBe(HOSTILE_ANSWER.replaceAll('\u202e', '\ufffd'));

  await changeVideo(service, videoId, 'refused');
  const item = deliveries(page).filter({ hasText: 'version.created' });
  await item.getByText('Pending').click();
  await item.getByText('"videoId"').waitFor();
  await item.getByText('<script>alert(1)</script>').first().waitFor();
  await page.getByText(/^since /).waitFor();

  receiver.status = 204;
  await item.getByRole('button', { name: 'Send again' }).click();
  await item.getByText('It is on the way again.').waitFor();
  await item.getByText('Delivered').waitFor();
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await page.getByText('None of the newest is failed.').waitFor();
});

test('what happened while a webhook was paused is sent on request once it is active again', async ({
  service,
  signedIn,
}) => {
  const receiver = await httpReceiver();
  const videoId = await seedVideo(service);
  const page = await signedIn('/webhooks/new');
  await createWebhook(page, receiver.url);
  await changeVideo(service, videoId, 'before');
  await deliveries(page).filter({ hasText: 'Delivered' }).first().waitFor();
  await more(page, 'Pause');
  await page.getByText('The webhook is paused: nothing is sent.').waitFor();
  const newest = async () => (await service.api<{ newest: number }>('GET', '/api/v1/events')).body.newest;
  const before = await newest();
  await changeVideo(service, videoId, 'meanwhile');
  await expect.poll(newest, { timeout: 20_000 }).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('The webhook is active again.').waitFor();
  await page.getByRole('button', { name: 'Send what was missed…' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Send what was missed' });
  await expect.poll(() => dialog.getByLabel('After event number').inputValue()).toMatch(/^[1-9]\d*$/);
  await dialog.getByRole('button', { name: 'Send events' }).click();
  await dialog.waitFor({ state: 'detached' });
  await deliveries(page)
    .filter({ hasText: `#${before + 1}` })
    .getByText('Delivered')
    .waitFor();
});

test('a webhook is edited, with what the service refuses at its field, and its secret is rotated', async ({
  signedIn,
}) => {
  const receiver = await httpReceiver();
  const page = await signedIn('/webhooks/new');
  const first = await createWebhook(page, receiver.url);
  await page.getByRole('link', { name: 'Edit' }).click();
  const url = page.getByLabel('URL', { exact: true });
  await url.fill('https://10.0.0.1/hook');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText(/^The URL has an address that is not public/).waitFor();
  await expect.poll(() => url.evaluate((field) => field === document.activeElement)).toBe(true);
  await url.fill(receiver.url);
  await page.getByLabel('Description').fill('Edited');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('definition').getByText('Edited').waitFor();

  await more(page, 'Rotate secret…');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('heading', { name: /^Save the secret of / }).waitFor();
  const second = await page.locator('code').first().innerText();
  await page.getByRole('link', { name: 'I have saved it' }).click();
  await page.getByText(/^Signs besides the present one until /).waitFor();
  expect(await page.content()).not.toContain(second);
  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.getByText('HTTP 204', { exact: true }).waitFor();
  const [received] = receiver.received;
  if (received === undefined) throw new Error('Nothing came');
  for (const secret of [first, second]) expect(verified(secret, received).type).toBe('webhook.test');
});

test('the pages have room in windows of all widths, however long an address and an answer', {
  tags: 'long',
}, async ({ service, signedIn }) => {
  const { webhook, paused } = await seedWebhooks(service, await seedVideo(service));
  const page = await signedIn('/webhooks');
  const overflows = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
  for (const address of ['/webhooks', `/webhooks/${paused}`, `/webhooks/${webhook}`]) {
    await page.goto(service.origin + address);
    await page.getByText('Paused').or(page.getByText('Pending')).first().waitFor();
    if (address.endsWith(webhook)) {
      await deliveries(page).filter({ hasText: 'Pending' }).first().locator('summary').click();
      await page.getByRole('button', { name: 'Send again' }).waitFor();
    }
    for (const width of [320, 390, 768, 899, 900, 1149, 1150, 1366]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(async () => [width, await page.evaluate(overflows)]).toEqual([width, false]);
    }
  }
});
