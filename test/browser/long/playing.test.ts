/** @module-tag long */
import { expect, vi } from 'vitest';
import { clipVideo } from '../console/support/clip-video.ts';
import { goToFrame, pictureBox } from '../console/support/drawn-objects.ts';
import { test } from '../console/support/running-console.ts';
import { CLIPS, makeClip } from '../viewer/numbered-clips.ts';
import { marker, shownFrame } from '../viewer/shown-frame.ts';

// Each plays its clip twice.
vi.setConfig({ testTimeout: 180_000 });

const FRAMES = 96;
/** Around key frames, which are every 24th, and far apart. */
const SOUGHT = [0, 1, 23, 24, 25, 71, 5, 95];
const SPEEDS = ['1', '0.25'] as const;
const SHOTS = 12;

const { track, ...object } = marker(FRAMES);

test.for([
  '30 frames a second',
  '60 frames a second',
  'frames at uneven times',
  'frames turned by 90°',
] as const)(
  'on the page of a video each picture has the box of its own frame, sought and playing: %s',
  async (name, { service, signedIn }) => {
    const clip = await makeClip(CLIPS[name]);
    const id = await clipVideo(service, new Uint8Array(clip.file), {
      name,
      parts: {
        objects: {
          marker: {
            ...object,
            confidence: 0.9,
            firstFrame: 0,
            lastFrame: FRAMES - 1,
            frameCount: FRAMES,
            customData: {},
          },
        },
        tracks: { marker: track.map((keyframe) => ({ ...keyframe, time: clip.times[keyframe.frame] ?? 0 })) },
      },
    });
    const page = await signedIn(`/videos/${id}`);
    const position = page.getByRole('slider', { name: 'Position' });
    await position.waitFor();
    // Labels have the colour of the box.
    await page.keyboard.press('n');
    const box = await pictureBox(page);
    const shown = () => shownFrame(page, clip, name === 'frames turned by 90°', box);

    for (const frame of SOUGHT) {
      await goToFrame(page, frame);
      await expect.poll(shown).toEqual({ picture: frame, mark: frame });
    }

    // A busy machine may show few pictures of a clip that lasts two seconds.
    const seen = new Set<number>();
    for (const speed of SPEEDS) {
      await goToFrame(page, 0);
      await expect.poll(() => position.inputValue()).toBe('0');
      await page.getByRole('button', { name: /^Speed/ }).click();
      await page.getByRole('menuitemradio', { name: `${speed}×` }).click();
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Play' }).click();
      const pause = page.getByRole('button', { name: 'Pause' });
      await pause.waitFor();
      const playing = [];
      while (playing.length < SHOTS && (await pause.isVisible())) playing.push(await shown());
      expect(playing.filter(({ picture, mark }) => picture !== mark)).toEqual([]);
      const pictures = playing.map(({ picture }) => picture);
      expect(pictures).toEqual(pictures.toSorted((a, b) => a - b));
      for (const picture of pictures) seen.add(picture);
    }
    expect(seen.size).toBeGreaterThan(2);

    if (await page.getByRole('button', { name: 'Pause' }).isVisible()) await page.keyboard.press('k');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    const paused = await shown();
    expect(await position.inputValue()).toBe(String(paused.picture));
    expect(paused.mark).toBe(paused.picture);
  },
);

test('a number that is typed while the video plays is the frame that it then stands at', async ({
  service,
  signedIn,
}) => {
  const clip = await makeClip(CLIPS['30 frames a second']);
  const id = await clipVideo(service, new Uint8Array(clip.file), { name: 'Playing' });
  const page = await signedIn(`/videos/${id}`);
  const position = page.getByRole('slider', { name: 'Position' });
  await position.waitFor();
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByRole('textbox', { name: /^Frame/ }).focus();
  const begin = Number(await position.inputValue());
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(begin);
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expect.poll(() => position.inputValue()).toBe('7');
  await page.getByRole('button', { name: 'Play' }).waitFor();
});
