import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startService } from '../../local/service.ts';
import { modelManifest } from '../../shared/inference/models/manifest.ts';
import { BUILT_IN_MODELS_DIR } from '../../shared/inference/models/model-store.ts';
import { CHROMIUM_ARGUMENTS, CHROMIUM_PATH } from '../../test/browser/support/chromium.ts';
import { emulateNetwork, NETWORKS } from '../../test/browser/support/network.ts';
import { seedVideo } from '../../test/support/videos/seed-video.ts';
import { compare, interleave, type Section } from '../measure.ts';

const VIDEOS = 24;

/** A page in a new context with nothing in its cache, over such a network. */
async function freshPage(browser: Browser, network: keyof typeof NETWORKS): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await emulateNetwork(page, NETWORKS[network]);
  return page;
}

/** Seconds from asking for an address until an element is in view. */
async function secondsUntil(page: Page, address: string, selector: string): Promise<number> {
  const start = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator(selector).first().waitFor();
  return (performance.now() - start) / 1000;
}

/** How long the console takes from nothing to its first view, with an empty cache. */
export async function benchFirstView({ repetitions }: { readonly repetitions: number }): Promise<Section> {
  if (CHROMIUM_PATH === undefined) throw new Error('Chromium is not installed');
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'vms-bench-'));
  const service = await startService({
    dataDir: path.join(folder.path, 'data'),
    console: 'built',
    modelsDirs: [BUILT_IN_MODELS_DIR],
    detector: modelManifest.fallback,
  });
  const { apiUrl: origin, demoUser } = service;
  if (demoUser === null) throw new Error('A new data folder has no demo user');
  // Until the pages are built, an answer goes on.
  await (await fetch(`${origin}/`)).text();
  for (let i = 0; i < VIDEOS; i++) await seedVideo(service, { name: `Video ${i}` });
  const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: CHROMIUM_ARGUMENTS });

  const landing = (network: keyof typeof NETWORKS) => async () => {
    const page = await freshPage(browser, network);
    const seconds = await secondsUntil(page, `${origin}/`, 'button');
    await page.context().close();
    return seconds;
  };
  /** Who has signed in before and comes back: the provider answers at once, and the list is read. */
  const videos = (network: keyof typeof NETWORKS) => async () => {
    const page = await freshPage(browser, network);
    await emulateNetwork(page, NETWORKS.unlimited);
    await page.goto(`${origin}/videos`);
    await page.getByLabel('User name').fill(demoUser.name);
    await page.getByLabel('Password').fill(demoUser.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('main li a').first().waitFor();
    await page.goto('about:blank');
    const session = await page.context().newCDPSession(page);
    await session.send('Network.clearBrowserCache');
    await emulateNetwork(page, NETWORKS[network]);
    const seconds = await secondsUntil(page, `${origin}/videos`, 'main li a');
    await page.context().close();
    return seconds;
  };

  const values = await interleave(repetitions, {
    landing: landing('broadband'),
    'landing, no limits': landing('unlimited'),
    videos: videos('broadband'),
    'videos, no limits': videos('unlimited'),
  });
  await browser.close();
  await service.close();
  return {
    title: 'First view of the console',
    conditions: [
      'built pages and API of npm start, empty cache, Chromium without GPU; 10 Mbit/s, 40 ms a request; the aim is 1.5 s',
      `videos: ${VIDEOS} in the list, signed in at the provider: from the address by way of the provider to the first video`,
    ],
    comparisons: [
      compare(
        { name: 'page before signing in', values: values.landing },
        { name: 'the same without limits', values: values['landing, no limits'] },
        's',
      ),
      compare(
        { name: 'videos', values: values.videos },
        { name: 'the same without limits', values: values['videos, no limits'] },
        's',
      ),
    ],
  };
}
