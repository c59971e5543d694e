import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** Called by the page for each violation of its content security policy, Trusted Types included. */
const REPORT_VIOLATION = 'reportPolicyViolation';

/** On answers that a test gives in place of the service. */
export const MADE_BY_TEST = 'X-Made-By-Test';

interface WatchedPage {
  readonly page: Page;
  /** Violations of the content security policy and uncaught errors, of all pages of the context and of their workers, in order. */
  readonly complaints: readonly string[];
  /**
   * Answers that nobody expected, as `404 GET /path`: what the page asked for is not there, or the service has failed. Refusals of
   * what a person did (400, 401, 403, 409, 429) are reported on the page.
   */
  readonly refusals: () => string[];
}

const expected = new WeakMap<BrowserContext, RegExp[]>();

/** Names the refusals that belong to a test, so that the pages of this one's context may be answered with them, `404 GET /path`. */
export function expectRefusals(page: Page, ...refusals: RegExp[]): void {
  expected.set(page.context(), [...(expected.get(page.context()) ?? []), ...refusals]);
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
  const refused = watchRefusals(context);
  const refusals = () =>
    refused.filter((refusal) => !expected.get(context)?.some((pattern) => pattern.test(refusal)));
  return { page: await context.newPage(), complaints, refusals };
}

function watchRefusals(context: BrowserContext): readonly string[] {
  const refused: string[] = [];
  context.on('response', (response) => {
    const isFault = response.status() === 404 || response.status() >= 500;
    if (!isFault || MADE_BY_TEST.toLowerCase() in response.headers()) return;
    const { pathname } = new URL(response.url());
    refused.push(`${response.status()} ${response.request().method()} ${pathname}`);
  });
  return refused;
}

/** Workers have policies of their own, and no document whose events could be listened to: the browser's log is read. */
function watchWorkers(context: BrowserContext, complain: (complaint: string) => void): void {
  context.on('page', async (page) => {
    try {
      const session = await context.newCDPSession(page);
      session.on('Log.entryAdded', ({ entry: { source, level, text } }) => {
        if (source === 'worker' && level === 'error') complain(`In a worker: ${text}`);
      });
      // Earlier log lines are reported, too.
      await session.send('Log.enable');
    } catch (error) {
      if (!page.isClosed()) throw error;
    }
  });
}
