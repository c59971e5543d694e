import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { startConsoleBrowser } from '../../../bench/console/console-browser.ts';
import { detectedVideo, otherVideos, surfaceVideo } from './picture-clips.ts';

/** Takes the pictures of the console that the docs show: `npm run pictures`. */

const FOLDER = path.resolve(import.meta.dirname, '../../../docs/pictures');
const DESKTOP = { viewport: { width: 1280, height: 800 } } as const;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const QUALITY = 0.82;

interface Picture {
  name: string;
  address: string;
  options: typeof PHONE | typeof DESKTOP;
  colorScheme: 'light' | 'dark';
  /** Brings the page into the state to be seen. */
  reach: (page: Page) => Promise<unknown>;
}

/** Playwright writes no WebP; the browser does. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const encoded = await page.evaluate(
    async ([data, quality]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer()).values()));
    },
    [png.toString('base64'), QUALITY] as const,
  );
  return Buffer.from(encoded, 'base64');
}

/** Shows a frame, and leaves the field in which it was asked for. */
async function goTo(page: Page, frame: number): Promise<void> {
  const field = page.getByRole('textbox', { name: /^Frame/ });
  await field.fill(String(frame));
  await field.press('Enter');
  await page.waitForFunction(
    (wanted) => document.querySelector<HTMLInputElement>('input[type=range]')?.value === wanted,
    String(frame),
  );
}

await using browser = await startConsoleBrowser();
const { client } = browser;
const detected = await detectedVideo(client);
await otherVideos(client);
const followed = await surfaceVideo(client);

const PICTURES: readonly Picture[] = [
  {
    name: 'videos',
    address: '/videos',
    options: DESKTOP,
    colorScheme: 'light',
    reach: (page) => page.getByRole('link', { name: 'Goal line' }).waitFor(),
  },
  {
    name: 'objects',
    address: `/videos/${detected}`,
    options: DESKTOP,
    colorScheme: 'dark',
    reach: async (page) => {
      await goTo(page, 60);
      await page.getByRole('tabpanel').getByRole('listitem').getByRole('button').first().click();
    },
  },
  {
    name: 'overlay-on-surface',
    address: `/videos/${followed}?tab=overlays&overlay=signs%2Ftitle`,
    options: DESKTOP,
    colorScheme: 'light',
    reach: (page) => goTo(page, 12),
  },
  {
    name: 'versions',
    address: `/videos/${followed}?tab=versions`,
    options: DESKTOP,
    colorScheme: 'light',
    reach: (page) => page.getByText(/^\d+ changes?: /).waitFor(),
  },
  {
    name: 'new-key',
    address: '/keys/new',
    options: DESKTOP,
    colorScheme: 'dark',
    reach: (page) => page.getByLabel('Name', { exact: true }).fill('Nightly importer'),
  },
  {
    name: 'phone',
    address: `/videos/${detected}`,
    options: PHONE,
    colorScheme: 'light',
    reach: (page) => goTo(page, 90),
  },
];

await mkdir(FOLDER, { recursive: true });
for (const { name, address, options, colorScheme, reach } of PICTURES) {
  const page = await browser.open({ ...options, colorScheme, reducedMotion: 'reduce' });
  await page.goto(browser.origin + address);
  await reach(page);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
  const file = await asWebp(page, await page.screenshot({ animations: 'disabled', caret: 'hide' }));
  await writeFile(path.join(FOLDER, `${name}.webp`), file);
  console.log(`${name}.webp ${file.length} bytes`);
  await page.context().close();
}
