import type { Page } from 'playwright-core';
import type { RunningConsole } from './running-console.ts';

interface Document {
  layers: { id: string; name: string }[];
  variables: { id: string; value: unknown }[];
  [member: string]: unknown;
}

export const documentOf = async ({ api }: RunningConsole, id: string): Promise<Document> =>
  (await api<Document>('GET', `/api/videos/${id}/metadata`)).body;

/** Of the tab with the document as JSON. */
export const addressOf = (id: string): string => `/videos/${id}?tab=json`;

export const editor = (page: Page) => page.getByRole('textbox', { name: /^Document/ });

export const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).waitFor();

export const showTab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

/** Puts the text of a changed document in place of the one in the editor, by keyboard. */
export async function retype(
  page: Page,
  document: Document,
  changes: Record<string, unknown>,
): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(JSON.stringify({ ...document, ...changes }, null, 2));
  await said(page, 'Unsaved changes');
}

export const save = (page: Page) => page.keyboard.press('Control+s');
