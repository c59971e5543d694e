import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FrameSeek } from '../../../console/viewer/frame-seek.ts';
import { FrameTimes } from '../../../console/viewer/frame-times.ts';
import type { PresentedPicture } from '../../../console/viewer/presented-picture.ts';

const times = new FrameTimes(Array.from({ length: 60 }, (_, frame) => frame / 30));
const pictureOf = (frame: number): PresentedPicture => ({ frame, time: times.timeOf(frame), picture: null });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A seek to frame 30 of a paused video, whose events a test sends. */
function seekTo30() {
  const video = { currentTime: 0, muted: false, playbackRate: 1, play: async () => {}, pause: () => {} };
  const found: number[] = [];
  const seek = new FrameSeek(video as unknown as HTMLVideoElement, times, 30, ({ frame }) =>
    found.push(frame),
  );
  return { seek, found, goal: () => times.nearest(video.currentTime - 1e-9) };
}

test('a seek ends with the picture of its frame, whether that comes before or after the seek has ended', () => {
  const [early, late] = [seekTo30(), seekTo30()];
  early.seek.onPicture(pictureOf(30));
  expect(early.found).toEqual([]);
  early.seek.onSeeked();
  late.seek.onSeeked();
  late.seek.onPicture(pictureOf(30));
  expect([early.found, late.found]).toEqual([[30], [30]]);
});

test('a picture of before the seek, as the first of a file that was loaded again, leads it nowhere else', () => {
  const { seek, found, goal } = seekTo30();
  seek.onPicture(pictureOf(0));
  seek.onSeeked();
  expect(goal()).toBe(30);
  seek.onPicture(pictureOf(30));
  expect(found).toEqual([30]);
});

test('a frame that a seek misses is not shown by a late picture of it, but when playback from before comes to it', () => {
  const { seek, found, goal } = seekTo30();
  seek.onSeeked();
  seek.onPicture(pictureOf(33));
  expect(goal()).toBe(26);
  seek.onPicture(pictureOf(30));
  seek.onSeeked();
  expect(found).toEqual([]);
  seek.onPicture(pictureOf(26));
  for (const frame of [27, 28, 29]) seek.onPicture(pictureOf(frame));
  expect(found).toEqual([]);
  seek.onPicture(pictureOf(30));
  expect(found).toEqual([30]);
});

test('a seek that presents nothing has ended at what the video element shows', () => {
  const { seek, found } = seekTo30();
  seek.onSeeked();
  vi.advanceTimersByTime(100);
  expect(found).toEqual([30]);
});
