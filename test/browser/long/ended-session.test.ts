/** @module-tag long */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { endSessions, popupOf } from '../console/support/ended-session.ts';
import { addressOf, documentOf, editor, retype, said, save } from '../console/support/json-editor.ts';
import { type RunningConsole, signIn, submitSignIn, test } from '../console/support/running-console.ts';
import { threeObjects } from '../console/support/three-objects.ts';
import { expectRefusals } from '../support/watched-page.ts';

/** Has another person, who is new, sign in again in place of the first, who waits with an edit. */
async function comeBackAsOther(page: Page, service: RunningConsole, name: string): Promise<void> {
  const other = { name, password: 'a password of another' };
  await service.createUser(other);
  const popup = await popupOf(page);
  await submitSignIn(popup, other);
  await page.waitForURL(`${service.origin}/videos`);
  await page.getByRole('heading', { name: 'Upload your first video' }).waitFor();
}

async function comeBack(page: Page, service: RunningConsole): Promise<void> {
  const popup = await popupOf(page);
  const closed = popup.waitForEvent('close');
  await submitSignIn(popup, service.demoUser);
  await closed;
}

describe('a session that ends while a document is edited', () => {
  async function editBeyondTheEnd(page: Page, service: RunningConsole, id: string): Promise<void> {
    await editor(page).waitFor();
    await retype(page, await documentOf(service, id), { note: 'typed' });
    await endSessions(service);
    await save(page);
  }

  test('saves the text once the same person is back', async ({ service, signedIn }) => {
    const id = await threeObjects(service);
    const page = await signedIn(addressOf(id));
    await editBeyondTheEnd(page, service, id);
    await comeBack(page, service);
    await said(page, 'Saved as version 3.');
    expect((await documentOf(service, id)).note).toBe('typed');
  });

  test('saves and shows another person nothing of it, and has it for the first one again', async ({
    service,
    signedIn,
  }) => {
    const id = await threeObjects(service);
    const page = await signedIn(addressOf(id));
    page.on('dialog', (dialog) => dialog.accept());
    await editBeyondTheEnd(page, service, id);
    await comeBackAsOther(page, service, 'ann');
    await page.goto(service.origin + addressOf(id));
    expectRefusals(page, /^404 GET \/console\/api\/videos\/[\w-]+(\/.*)?$/);
    await page.getByRole('heading', { name: 'There is no such video' }).waitFor();
    expect(await page.content()).not.toContain('typed');
    await page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${service.origin}/`);
    expect((await documentOf(service, id)).note).toBeUndefined();

    await signIn(page, service, addressOf(id));
    await said(page, 'Your unsaved changes were brought back.');
  });
});

describe('a session that ends while an object is renamed', () => {
  async function renameBeyondTheEnd(page: Page, service: RunningConsole): Promise<void> {
    await page.getByLabel('Name', { exact: true }).fill('Taxi');
    await endSessions(service);
    await page.getByRole('button', { name: 'Rename' }).click();
  }
  const labelOf = async (service: RunningConsole, id: string) =>
    ((await documentOf(service, id)).objects as Record<string, { userLabel: string | null }>).car?.userLabel;

  test('renames it once the same person is back', async ({ service, signedIn }) => {
    const id = await threeObjects(service);
    const page = await signedIn(`/videos/${id}?object=car`);
    await renameBeyondTheEnd(page, service);
    await comeBack(page, service);
    await expect.poll(() => labelOf(service, id)).toBe('Taxi');
    await page.getByRole('heading', { level: 3, name: 'Taxi' }).waitFor();
  });

  test('renames nothing for another person', async ({ service, signedIn }) => {
    const id = await threeObjects(service);
    const page = await signedIn(`/videos/${id}?object=car`);
    await renameBeyondTheEnd(page, service);
    await comeBackAsOther(page, service, 'bob');
    expect(await labelOf(service, id)).toBeNull();
  });
});
