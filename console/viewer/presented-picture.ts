import type { FrameTimes } from './frame-times.ts';

/** A picture that the player has just presented. */
export interface PresentedPicture {
  /** The frame that it is, of the video's frames. */
  readonly frame: number;
  /** By the player's own clock, seconds. */
  readonly time: number;
  /** The picture itself, to be closed by the receiver; null where the browser gives none, and `frame` may be one late. */
  readonly picture: VideoFrame | null;
}

/**
 * What a video element presents now; to be called while its frame callback runs, or when it is paused and no seek is under way. The timestamp of a `VideoFrame` is that
 * of the very picture, while `mediaTime` is what the compositor had last, which at 60 frames a second often is the frame before.
 */
export function presentedPicture(
  video: HTMLVideoElement,
  mediaTime: number,
  times: FrameTimes,
): PresentedPicture {
  const picture = grab(video);
  const time = picture ? picture.timestamp / 1e6 : mediaTime;
  return { frame: times.nearest(time), time, picture };
}

/** Browsers without `VideoFrame`, and some hardware decoders, give no picture. */
function grab(video: HTMLVideoElement): VideoFrame | null {
  try {
    return new VideoFrame(video);
  } catch {
    return null;
  }
}
