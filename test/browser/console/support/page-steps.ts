import type { Page } from 'playwright-core';
import { holdCalls, refuseCalls } from './refused-calls.ts';

/** Does something on the page, or waits for something on it. */
type Step = (page: Page) => Promise<unknown>;

/** A state of a page that people meet. */
export interface PageState {
  name: string;
  /** `{clip}` stands for the id of the video with this key. */
  address: string;
  /** Before the page is opened. */
  prepare?: Step;
  /** Bring the state about, one after the other; it is there when the last one is done. */
  steps: readonly Step[];
  /** After it was looked at. */
  end?: Step;
}

type Role = Parameters<Page['getByRole']>[0];

const one = (page: Page, role: Role, name: string | RegExp) => page.getByRole(role, { name }).first();
export const see =
  (role: Role, name: string | RegExp): Step =>
  (page) =>
    one(page, role, name).waitFor();
export const read =
  (text: string | RegExp): Step =>
  (page) =>
    page.getByText(text).first().waitFor();
export const press =
  (role: Role, name: string | RegExp): Step =>
  (page) =>
    one(page, role, name).click();
export const open =
  (text: string): Step =>
  (page) =>
    page.locator('summary').filter({ hasText: text }).first().click();
export const type =
  (role: Role, name: string | RegExp, text: string): Step =>
  (page) =>
    one(page, role, name).fill(text);
export const key =
  (name: string): Step =>
  (page) =>
    page.keyboard.press(name);

export const refused =
  (path: string): Step =>
  (page) =>
    refuseCalls(page, path, { status: 403, code: 'INSUFFICIENT_SCOPE' });
export const held =
  (path: string): Step =>
  (page) =>
    holdCalls(page, path);
