import path from 'node:path';
import type { Page } from 'playwright-core';

/** Git ignores it. */
const FOLDER = path.resolve(import.meta.dirname, '../../../.cache/screenshots');

/** The four looks of every state: a desktop and a phone, light and dark. */
export const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) => [
  { colorScheme, viewport: { width: 1280, height: 800 } },
  { colorScheme, viewport: { width: 390, height: 844 } },
]);

/**
 * Writes what the page shows, for people to look at, to `.cache/screenshots/NAME-WIDTH-THEME.png`.
 * @returns PNG
 */
export async function screenshot(page: Page, name: string): Promise<Buffer> {
  const dark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const file = `${name}-${page.viewportSize()?.width}-${dark ? 'dark' : 'light'}.png`;
  return page.screenshot({ path: path.join(FOLDER, file), animations: 'disabled', caret: 'hide' });
}
