import { expect } from 'vitest';
import { test } from '../support/browser-test.ts';
import { CLIPS, makeClip } from './numbered-clips.ts';
import { goto, openClip, SCENE } from './open-clip.ts';
import { marker, shownFrame } from './shown-frame.ts';
import { HOST } from './viewer-site.ts';

const clip = await makeClip(CLIPS['30 frames a second']);
const shownMark = async (page: Parameters<typeof shownFrame>[0]) =>
  (await shownFrame(page, clip, false)).mark;

/** The marker, hidden from frame 10 on until frame 20. */
const hiding = {
  ...marker(96),
  track: marker(96).track.map((keyframe) =>
    keyframe.frame >= 10 && keyframe.frame < 20 ? { ...keyframe, hidden: true } : keyframe,
  ),
};

test('nothing is drawn in a hidden stretch, and all of it before and after', async ({ page }) => {
  await using _ = await openClip(page, clip, { objects: [hiding] });
  const shown = [];
  for (const frame of [9, 10, 15, 19, 20]) {
    await goto(page, frame);
    shown.push(await shownMark(page));
  }
  expect(shown).toEqual([9, null, null, null, 20]);
});

test('what the scene leaves out disappears from the picture that stays', async ({ page }) => {
  await using _ = await openClip(page, clip, { objects: [marker(96)] });
  await goto(page, 7);
  for (const hidden of [{ objects: [] }, { parts: { ...SCENE.parts, boxes: false } }]) {
    await page.evaluate((scene) => window.viewer.setScene(scene), { ...SCENE, ...hidden });
    expect(await shownFrame(page, clip, false)).toEqual({ picture: 7, mark: null });
    await page.evaluate((scene) => window.viewer.setScene(scene), { ...SCENE, objects: [marker(96)] });
    expect(await shownMark(page)).toBe(7);
  }
});

test('an object is found by the place of its box in the frame that is shown', async ({ page }) => {
  await using _ = await openClip(page, clip, { objects: [hiding] });
  const found = async (frame: number) => {
    await goto(page, frame);
    const { x = 0, y = 0 } = hiding.track[frame] ?? {};
    const client = { x: (x + 0.01) * HOST.width, y: (y + 0.01) * HOST.height };
    return page.evaluate((point) => window.viewer.objectAt(point)?.id, client);
  };
  expect(await found(9)).toBe('marker');
  expect(await found(15)).toBeUndefined();
  const beside = { x: 0.9 * HOST.width, y: 0.9 * HOST.height };
  expect(await page.evaluate((point) => window.viewer.objectAt(point)?.id, beside)).toBeUndefined();
});

test('of many frames that are asked for in a row the last is shown', async ({ page }) => {
  await using _ = await openClip(page, clip, { objects: [marker(96)] });
  await goto(page, 0);
  await page.evaluate(() => {
    for (let frame = 10; frame < 60; frame++) window.viewer.goto(frame);
  });
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const check = () => window.viewer.state.frame === 59 && resolve();
        window.viewer.subscribe(check);
        check();
      }),
  );
  expect(await shownFrame(page, clip, false)).toEqual({ picture: 59, mark: 59 });
});

test('going to the frame that is shown ends there, though the browser presents no picture again', async ({
  page,
}) => {
  await using _ = await openClip(page, clip, { objects: [marker(96)] });
  for (const frame of [0, 0, 30, 30, 30]) await goto(page, frame);
  expect(await shownFrame(page, clip, false)).toEqual({ picture: 30, mark: 30 });
});
