import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ShownDelivery, ShownWebhook } from '../../../../shared/contract/schemas/webhook.ts';
import { httpReceiver } from '../../../support/webhooks/http-receiver.ts';
import type { RunningConsole } from './running-console.ts';

/** What a hostile receiver may answer. */
export const HOSTILE_ANSWER = `<script>alert(1)</script>\n${'<b>\u202eevil</b> '.repeat(30)}`;

type Receiver = Awaited<ReturnType<typeof httpReceiver>>;

/** Makes a new version of a video's metadata, which is an event. */
export async function changeVideo({ api }: RunningConsole, videoId: string, layer: string): Promise<void> {
  const json = { layers: [{ id: layer, overlays: [] }] };
  const { status, text } = await api('PATCH', `/api/videos/${videoId}/metadata`, { json });
  if (status !== 200) throw new Error(text);
}

/** The states of what was sent to a webhook, newest first. */
async function deliveryStates({ api }: RunningConsole, webhookId: string): Promise<string[]> {
  const path = `/api/v1/webhooks/${webhookId}/deliveries`;
  const { body } = await api<{ deliveries: ShownDelivery[] }>('GET', path);
  return body.deliveries.map(({ status }) => status);
}

async function addWebhook({ api }: RunningConsole, json: object): Promise<string> {
  const { body, text } = await api<{ webhook: ShownWebhook }>('POST', '/api/v1/webhooks', { json });
  if (body.webhook === undefined) throw new Error(text);
  return body.webhook.id;
}

/**
 * Ids of two webhooks of a video: one with events that were delivered and that its receiver refuses, and one
 * that is paused.
 */
export async function seedWebhooks(
  service: RunningConsole,
  videoId: string,
): Promise<{ webhook: string; paused: string }> {
  const receiver = await httpReceiver();
  Object.assign(receiver, { status: 200, answer: '{"received":true}' });
  const types = ['version.created'];
  const webhook = await addWebhook(service, { url: receiver.url, description: 'Captions', types, videoId });
  const url = `${receiver.url}/${'of/a/very/long/path/'.repeat(6)}`;
  const paused = await addWebhook(service, { url, description: 'A long description '.repeat(20) });
  await service.api('PATCH', `/api/v1/webhooks/${paused}`, { json: { status: 'paused' } });
  await changeVideo(service, videoId, 'first');
  await expect.poll(() => deliveryStates(service, webhook), { timeout: 20_000 }).toContain('delivered');
  refuse(receiver);
  await changeVideo(service, videoId, 'second');
  await expect.poll(() => deliveryStates(service, webhook), { timeout: 20_000 }).toContain('pending');
  return { webhook, paused };
}

/** Has a receiver refuse what comes, in words that are no good to show as they are. */
export const refuse = (receiver: Receiver): void =>
  void Object.assign(receiver, { status: 503, answer: HOSTILE_ANSWER });

/** Creates a webhook by the form as it is proposed, and leaves it on its page. @returns its secret */
export async function createWebhook(page: Page, url: string): Promise<string> {
  await page.getByLabel('URL', { exact: true }).fill(url);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByRole('heading', { level: 1, name: /^Save the secret of / }).waitFor();
  const secret = await page.locator('code').first().innerText();
  await page.getByRole('link', { name: 'I have saved it' }).click();
  await page.getByRole('heading', { name: 'About this webhook' }).waitFor();
  return secret;
}

/** What was sent to the webhook whose page is shown, as it is listed. */
export const deliveries = (page: Page) =>
  page.getByRole('region', { name: 'Deliveries' }).getByRole('listitem');
