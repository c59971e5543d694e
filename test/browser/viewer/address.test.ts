import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from '../support/browser-test.ts';
import { CLIPS, makeClip } from './numbered-clips.ts';
import { goto, openClip } from './open-clip.ts';
import { marker, shownFrame } from './shown-frame.ts';

const clip = await makeClip(CLIPS['30 frames a second']);
const hevc = await makeClip({ ...CLIPS['30 frames a second'], codec: 'hevc' });
const scene = { objects: [marker(96)] };
const START = new Date('2026-11-22T12:00:00Z');
const FOR_AN_HOUR = 'X-Amz-Date=20261122T120000Z&X-Amz-Expires=3600&signature=1';

/** The failure of the viewer, once there is one. */
const failure = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const check = () => window.viewer.state.failure && resolve(window.viewer.state.failure);
        window.viewer.subscribe(check);
        check();
      }),
  );

const state = (page: Page) => page.evaluate(() => window.viewer.state);

test('another signature of the same file loads nothing', async ({ page }) => {
  await using site = await openClip(page, clip, scene);
  await goto(page, 30);
  await page.evaluate(
    (address) => window.viewer.setAddress(address),
    `${site.media.origin}/clip?signature=2`,
  );
  await goto(page, 31);
  expect(await shownFrame(page, clip, false)).toEqual({ picture: 31, mark: 31 });
  expect(site.media.requests.filter((target) => target.includes('signature=2'))).toEqual([]);
});

describe('before an address expires', () => {
  test('it is renewed, at the frame that is shown', async ({ page }) => {
    await page.clock.install({ time: START });
    await using site = await openClip(page, clip, scene, { query: FOR_AN_HOUR });
    await goto(page, 30);
    await page.clock.fastForward('58:00');
    expect(site.media.requests.filter((target) => target.includes('signature=2'))).toEqual([]);
    await page.clock.fastForward('01:30');
    await expect.poll(() => site.media.requests.at(-1)).toContain('signature=2');
    await goto(page, 31);
    expect(await shownFrame(page, clip, false)).toEqual({ picture: 31, mark: 31 });
    await page.evaluate(() => window.viewer.step(-1));
    await expect.poll(() => state(page)).toMatchObject({ frame: 30, playing: false, failure: null });
  });

  test('playback goes on where it was with a newer address that the page has given', async ({ page }) => {
    await page.clock.install({ time: START });
    await using site = await openClip(page, clip, scene, { query: FOR_AN_HOUR });
    await goto(page, 30);
    await page.evaluate((address) => {
      window.viewer.setAddress(address);
      window.viewer.setRate(0.25);
      window.viewer.play();
    }, `${site.media.origin}/clip?signature=3`);
    await page.clock.fastForward('59:30');
    await expect.poll(() => site.media.requests.at(-1)).toContain('signature=3');
    const frames = await page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          const seen: number[] = [];
          window.viewer.subscribe(() => {
            const { frame, playing } = window.viewer.state;
            if (playing && frame !== null && frame !== seen.at(-1)) seen.push(frame);
            if (seen.length === 5) resolve(seen);
          });
        }),
    );
    expect(frames).toEqual(frames.toSorted((a, b) => a - b));
    expect(frames[0]).toBeGreaterThanOrEqual(30);
  });
});

describe('an address that the server refuses', () => {
  test('is renewed', async ({ page }) => {
    await using _ = await openClip(page, clip, scene, {
      answer: (target, file) => (target.includes('signature=1') ? 403 : file),
    });
    await goto(page, 12);
    expect(await shownFrame(page, clip, false)).toEqual({ picture: 12, mark: 12 });
  });

  test('is said to be unreachable where another one is refused, too', async ({ page }) => {
    await using _ = await openClip(page, clip, scene, { answer: () => 403 });
    expect(await failure(page)).toBe('unreachable');
  });
});

describe('a file is said to be unplayable', () => {
  test.for([
    ['that is no video', { ...clip, file: Buffer.from('no video') }],
    ['whose codec the browser lacks', hevc],
  ] as const)('%s', async ([, unplayable], { page }) => {
    await using _ = await openClip(page, unplayable, scene);
    expect(await failure(page)).toBe('unplayable');
  });
});
