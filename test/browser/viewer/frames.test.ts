import { describe, expect } from 'vitest';
import { longFrom } from '../../support/run/long.ts';
import { test } from '../support/browser-test.ts';
import { CLIPS, makeClip } from './numbered-clips.ts';
import { goto, openClip } from './open-clip.ts';
import { marker, shownFrame } from './shown-frame.ts';

/** First and last ones, around key frames (every 24th), one step on and back, and some far apart. */
const FRAMES = [0, 1, 22, 23, 24, 25, 24, 23, 47, 48, 70, 71, 72, 5, 95, 94, 60];

const OBJECTS = [marker(96)];

describe.for(Object.entries(CLIPS))('%s', ([name, options]) => {
  const index = Object.keys(CLIPS).indexOf(name);
  const turned = name === 'frames turned by 90°';

  test('each frame that is gone to is shown, with its own mark', longFrom(2, index), async ({ page }) => {
    const clip = await makeClip(options);
    expect(clip.times).toHaveLength(96);
    await using _ = await openClip(page, clip, { objects: OBJECTS });
    const shown = [];
    for (const frame of FRAMES) {
      await goto(page, frame);
      shown.push(await shownFrame(page, clip, turned));
    }
    expect(shown).toEqual(FRAMES.map((frame) => ({ picture: frame, mark: frame })));
  });

  test('whatever frame playback shows has its own mark', longFrom(1, index), async ({ page }) => {
    const clip = await makeClip(options);
    await using _ = await openClip(page, clip, { objects: OBJECTS });
    await goto(page, 0);
    await page.evaluate(() => window.viewer.play());
    const shown = [];
    while (await page.evaluate(() => window.viewer.state.playing)) {
      shown.push(await shownFrame(page, clip, turned));
      if (shown.length === 12) break;
    }
    expect(shown.filter(({ picture, mark }) => picture !== mark)).toEqual([]);
    expect(new Set(shown.map(({ picture }) => picture)).size).toBeGreaterThan(2);
  });
});
