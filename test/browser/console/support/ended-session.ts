import type { Page } from 'playwright-core';
import { consoleClient } from '../../../support/console/sign-in.ts';
import type { RunningConsole } from './running-console.ts';

/** Ends the demo user's sessions from another browser. */
export async function endSessions({ origin, demoUser }: RunningConsole): Promise<void> {
  const { access } = await (await consoleClient(origin)).signIn(demoUser.name, demoUser.password);
  const headers = { Authorization: `Bearer ${access}` };
  const answer = await fetch(`${origin}/console/api/sign-out-everywhere`, { method: 'POST', headers });
  if (!answer.ok) throw new Error(`Signing out everywhere answered ${answer.status}`);
}

/** The sign-in page in a window of its own, by the dialog that says that the session has ended. */
export async function popupOf(page: Page): Promise<Page> {
  const dialog = page.getByRole('alertdialog', { name: 'Your session has ended' });
  const popup = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  const opened = await popup;
  await opened.waitForURL(/\/signin\//);
  return opened;
}
