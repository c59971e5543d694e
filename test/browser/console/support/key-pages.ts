import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';

interface MadeKey {
  name: string;
  secret: string;
  /** The line that is offered for trying it. */
  command: string;
}

/** Sends the form, and reads what the step of the secret shows. */
export async function submitKey(page: Page, name: string): Promise<MadeKey> {
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('heading', { level: 1, name: /^Save the secret of / }).waitFor();
  const [secret = '', command = ''] = await page.locator('code').allInnerTexts();
  return { name, secret, command };
}

/** Creates a key by the form as it is proposed, on the page of the list. */
export async function createKey(page: Page, name: string): Promise<MadeKey> {
  await page.getByRole('link', { name: 'Create key' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.insertText(name);
  const made = await submitKey(page, name);
  await page.getByRole('link', { name: /^I have saved it/ }).click();
  return made;
}

/** Runs the line in a shell, and resolves to the HTTP status that curl was answered. */
export async function statusOf(command: string): Promise<number> {
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -s -o /dev/null -w '%{http_code}'`]);
  return Number(stdout);
}

/** The row of the key in the list. */
export const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
