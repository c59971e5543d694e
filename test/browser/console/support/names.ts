import type { Page } from 'playwright-core';

/** A name that tries to be markup, is written from the right, and has letters beyond the BMP. */
export const HOSTILE_NAME = '<script>alert(1)</script> \u05E9\u05DC\u05D5\u05DD \u{1F3AC}';

/**
 * The elements that show a name without keeping its direction of writing to itself: its letters would turn the text beside it.
 * @returns their texts
 */
export const unisolatedNames = (page: Page, name: string): Promise<string[]> =>
  page.evaluate((wanted) => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const element = text.parentElement;
      if (element === null || !text.textContent?.includes(wanted)) continue;
      if (element.closest('bdi, [dir="auto"], .visually-hidden') === null) found.push(element.outerHTML);
    }
    return found;
  }, name);
