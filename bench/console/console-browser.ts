import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type Client, createClient } from '../../client/client.ts';
import { startService } from '../../local/service.ts';
import { modelManifest } from '../../shared/inference/models/manifest.ts';
import { BUILT_IN_MODELS_DIR } from '../../shared/inference/models/model-store.ts';
import { CHROMIUM_ARGUMENTS, CHROMIUM_PATH } from '../../test/browser/support/chromium.ts';

/** A service with the built console, and Chromium. */
export interface ConsoleBrowser extends AsyncDisposable {
  readonly origin: string;
  /** Of the demo user's account. */
  readonly client: Client;
  /** A page in which the demo user has signed in, in a context of its own, 1280 × 800 pixels unless `options` differ. */
  open(options?: BrowserContextOptions): Promise<Page>;
}

/** @throws Error without Chromium */
export async function startConsoleBrowser(): Promise<ConsoleBrowser> {
  if (CHROMIUM_PATH === undefined) throw new Error('install `chromium-headless-shell`, or set VMS_CHROMIUM');
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await mkdtempDisposable(path.join(tmpdir(), 'vms-bench-')));
  const { apiUrl, apiKey, demoUser, close } = await startService({
    dataDir: path.join(folder.path, 'data'),
    console: 'built',
    modelsDirs: [BUILT_IN_MODELS_DIR],
    detector: modelManifest.fallback,
  });
  stack.defer(close);
  if (demoUser === null) throw new Error('A new data folder has no demo user');
  const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: CHROMIUM_ARGUMENTS });
  stack.defer(() => browser.close());
  // Until the pages are built, an answer goes on.
  await (await fetch(`${apiUrl}/videos`)).text();
  const all = stack.move();
  return {
    origin: apiUrl,
    client: createClient({ apiUrl, apiKey }),
    async open(options) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      const page = await context.newPage();
      await page.goto(`${apiUrl}/account`);
      await page.getByLabel('User name').fill(demoUser.name);
      await page.getByLabel('Password').fill(demoUser.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(`${apiUrl}/account`);
      return page;
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
