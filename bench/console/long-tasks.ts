import type { Page } from 'playwright-core';
import { trackedCrowd } from '../../test/support/videos/tracked-crowd.ts';
import { compare, interleave, type Section } from '../measure.ts';
import { type ConsoleBrowser, startConsoleBrowser } from './console-browser.ts';
import { crowdedVideo } from './crowded-video.ts';

const FEW = 10;
const MANY = 10_000;
const KEYFRAMES = 10;

/** The longest tasks of the page's main thread, ms, at least the 50 below which browsers report none. */
interface LongestTasks {
  readonly opening: number;
  readonly filtering: number;
  readonly scrolling: number;
}

/** How long the video page's main thread is busy at a time with a large document, against the same with a small one. */
export async function benchLongTasks({ repetitions }: { readonly repetitions: number }): Promise<Section> {
  await using browser = await startConsoleBrowser();
  const use = async (objects: number) => {
    const id = await crowdedVideo(browser.client, 2, trackedCrowd(objects, KEYFRAMES));
    return () => longestTasks(browser, id, objects);
  };
  const runs = await interleave(repetitions, { many: await use(MANY), few: await use(FEW) });
  const steps = ['opening', 'filtering', 'scrolling'] as const;
  return {
    title: 'Longest task of the main thread, video page',
    conditions: [`${KEYFRAMES} keyframes an object; browsers report no task below 50 ms, which counts as 50`],
    comparisons: steps.map((step) =>
      compare(
        { name: `${step}, ${MANY} objects`, values: runs.many.map((run) => run[step]) },
        { name: `${FEW} objects`, values: runs.few.map((run) => run[step]) },
        'ms',
      ),
    ),
  };
}

async function longestTasks(browser: ConsoleBrowser, id: string, objects: number): Promise<LongestTasks> {
  const page = await browser.open();
  await page.addInitScript({ content: OBSERVE });
  await page.goto(`${browser.origin}/videos/${id}`);
  await page.getByText(`${objects} objects`, { exact: true }).waitFor();
  await painted(page);
  const opening = await taken(page);

  await page.getByRole('searchbox').pressSequentially('person', { delay: 30 });
  await page.getByRole('slider', { name: /confidence/i }).focus();
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowRight');
  await painted(page);
  const filtering = await taken(page);

  await page.getByRole('tabpanel').getByRole('listitem').first().hover();
  for (let i = 0; i < 20; i++) await page.mouse.wheel(0, 2000);
  await page.getByRole('region', { name: 'When objects are seen' }).getByRole('listitem').first().hover();
  for (let i = 0; i < 20; i++) await page.mouse.wheel(0, 2000);
  await painted(page);
  const scrolling = await taken(page);
  await page.context().close();
  return { opening, filtering, scrolling };
}

/** Run in the page, whose types this program does not have. */
const OBSERVE = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });
`;

const PAINTED = `new Promise((resolve) =>
  requestAnimationFrame(() => requestIdleCallback(() => setTimeout(resolve, 300))))`;

/** Resolves when what was asked for is on the screen, and the main thread has nothing to do. */
const painted = (page: Page): Promise<unknown> => page.evaluate(PAINTED);

/** The longest task since the last call. */
const taken = (page: Page): Promise<number> => page.evaluate('Math.max(50, ...longTasks.splice(0))');
