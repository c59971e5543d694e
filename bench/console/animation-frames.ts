import { compare, interleave, type Section } from '../measure.ts';
import { type ConsoleBrowser, startConsoleBrowser } from './console-browser.ts';
import { crowdedVideo } from './crowded-video.ts';
import { movingBoxes } from './moving-boxes.ts';

const BOXES = 50;
const CLIP_SECONDS = 12;
const FPS = 30;
/** Shorter than the clip: it plays all the time. */
const COUNTED_SECONDS = 8;

/** How many animation frames the video page keeps while it plays with many boxes, against the same page without objects. */
export async function benchAnimationFrames({
  repetitions,
}: {
  readonly repetitions: number;
}): Promise<Section> {
  await using browser = await startConsoleBrowser();
  const videos = {
    boxes: await crowdedVideo(browser.client, CLIP_SECONDS, movingBoxes(BOXES, CLIP_SECONDS * FPS)),
    none: await crowdedVideo(browser.client, CLIP_SECONDS, {}),
  };
  const runs = await interleave(repetitions, {
    boxes: () => framesPerSecond(browser, videos.boxes),
    none: () => framesPerSecond(browser, videos.none),
  });
  return {
    title: 'Animation frames while a video plays',
    conditions: [
      `640 × 360 pixels, ${FPS} frames a second, ${COUNTED_SECONDS} s; boxes with labels and lanes, all seen all the time; the aim is 0.95`,
    ],
    comparisons: [
      compare(
        { name: `${BOXES} boxes`, values: runs.boxes },
        { name: 'no objects', values: runs.none },
        'frames/s',
      ),
    ],
  };
}

async function framesPerSecond(browser: ConsoleBrowser, id: string): Promise<number> {
  const page = await browser.open();
  await page.goto(`${browser.origin}/videos/${id}`);
  await page.getByRole('slider', { name: 'Position' }).waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  const frames = (await page.evaluate(COUNT_FRAMES)) as number;
  await page.context().close();
  return frames / COUNTED_SECONDS;
}

/** Run in the page, whose types this program does not have. */
const COUNT_FRAMES = `new Promise((resolve) => {
  let frames = 0;
  const begin = performance.now();
  const count = (now) => {
    if (now - begin >= ${COUNTED_SECONDS * 1000}) resolve(frames);
    else {
      frames++;
      requestAnimationFrame(count);
    }
  };
  requestAnimationFrame(count);
})`;
