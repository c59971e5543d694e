import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** Called by the page for each violation of its content security policy, Trusted Types included. */
const REPORT_VIOLATION = 'reportPolicyViolation';

interface WatchedPage {
  readonly page: Page;
  /** Violations of the content security policy and uncaught errors, of all pages of the context and of their workers, in order. */
  readonly complaints: readonly string[];
}

/** A page in a context of its own (cookies, storage, cache), 1280 × 800 px, without motion, unless `options` differ. */
export async function openWatchedPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  const complaints: string[] = [];
  context.on('weberror', (event) => {
    const error = event.error();
    complaints.push(error.stack ?? String(error));
  });
  await context.exposeBinding(REPORT_VIOLATION, (_, violation: string) => void complaints.push(violation));
  await context.addInitScript((report) => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      const send = Reflect.get(window, report) as (violation: string) => void;
      send(`Content security policy: ${effectiveDirective} refuses ${blockedURI} ${sample}`);
    });
  }, REPORT_VIOLATION);
  watchWorkers(context, (complaint) => void complaints.push(complaint));
  return { page: await context.newPage(), complaints };
}

/** Workers have policies of their own, and no document whose events could be listened to: the browser's log tells. */
function watchWorkers(context: BrowserContext, complain: (complaint: string) => void): void {
  context.on('page', async (page) => {
    try {
      const session = await context.newCDPSession(page);
      session.on('Log.entryAdded', ({ entry: { source, level, text } }) => {
        if (source === 'worker' && level === 'error') complain(`In a worker: ${text}`);
      });
      // What was logged before is told, too.
      await session.send('Log.enable');
    } catch (error) {
      if (!page.isClosed()) throw error;
    }
  });
}
