import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

declare const axe: typeof import('axe-core');

const AXE = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Rules of WCAG 2.0 to 2.2, levels A and AA. */
const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Around what is open over a page Base UI sets elements without content, which send the focus on as soon as they have it.
 * Axe lets them be only where it takes the page for covered, which it guesses by what lies at a few points of the window.
 */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]';

/** What axe finds wrong with the page as it is now: the rule, and the elements that break it. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // The page's policy refuses scripts that tests add as elements; those of the debugger are not subject to it.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: `${AXE};0` });
  await session.detach();
  const { violations } = await page.evaluate(
    ({ tags, exclude }) => axe.run({ exclude }, { runOnly: tags, resultTypes: ['violations'] }),
    { tags: WCAG_22_AA, exclude: FOCUS_GUARDS },
  );
  return violations.map(({ id, help, nodes }) =>
    [
      `${id}: ${help}`,
      ...nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    ].join('\n  '),
  );
}
