import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More than there are on any page. */
const MOST_STOPS = 120;

/** What has the focus, as people would name it, and whether it can be seen that it has. */
export const focusOf = (page: Page): Promise<{ name: string; isSeen: boolean }> =>
  page.evaluate(() => {
    const focused = document.activeElement ?? document.body;
    const name = `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 40) ?? ''}`;
    const { bottom, right, top, left } = focused.getBoundingClientRect();
    const isInView = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    // A link that covers its card has the ring on what covers it.
    const hasRing = [null, '::before', '::after'].some((part) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused, part);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    });
    // What only takes the focus, and cannot be operated, needs no ring.
    const isPlace = focused.getAttribute('tabindex') === '-1' || focused.getAttribute('role') === 'tabpanel';
    return { name, isSeen: focused !== document.body && (isPlace || (isInView && hasRing)) };
  });

/** Something that can be operated has the focus, and it is seen. */
export async function expectFocusSeen(page: Page): Promise<void> {
  await expect.poll(() => focusOf(page)).toMatchObject({ isSeen: true });
}

/** Goes on with the Tab key until this has the focus; the focus is seen at every stop. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    const { name, isSeen } = await focusOf(page);
    // From the last element the focus goes to the browser around the page, and comes back.
    if (!name.startsWith('BODY')) expect({ name, isSeen }).toEqual({ name, isSeen: true });
  }
  throw new Error(`The Tab key does not lead to ${target}`);
}

/** Goes to an element and presses it. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}
