import type { FrameTimes } from './frame-times.ts';
import { type PresentedPicture, presentedPicture } from './presented-picture.ts';

/** How far before a frame that no seek reaches playback towards it begins, and how slowly, so that no frame is skipped. */
const RUN_UP_FRAMES = 4;
const RUN_UP_RATE = 0.25;

/** A seek that presents nothing for so long has ended at the picture that was presented before: Chromium does not present it again. */
const SAME_PICTURE_AFTER_MS = 100;

/**
 * Seeks a paused video to a frame, driven by the events of the video element. A seek goes to the middle of the frame's time, which rounding
 * cannot turn into another frame. Players still miss some: in files whose pictures are stored out of order without an edit
 * list, and in fragmented ones, a seek to one of the last frames before a key frame ends at the key frame. Then playback
 * comes to it from some frames before.
 */
export class FrameSeek {
  readonly #video: HTMLVideoElement;
  /** By the clock of the player. */
  readonly times: FrameTimes;
  readonly #frame: number;
  readonly #done: (picture: PresentedPicture) => void;
  readonly #sound: { readonly muted: boolean; readonly playbackRate: number };
  #phase: 'seek' | 'seek before' | 'run up' = 'seek';
  #seeked = false;
  #latest: PresentedPicture | null = null;
  #samePicture: ReturnType<typeof setTimeout> | undefined;

  /** @param done takes the picture of the frame, or of the nearest after it that the browser can present */
  constructor(
    video: HTMLVideoElement,
    times: FrameTimes,
    frame: number,
    done: (picture: PresentedPicture) => void,
  ) {
    this.#video = video;
    this.times = times;
    this.#frame = frame;
    this.#done = done;
    const { muted, playbackRate } = video;
    this.#sound = { muted, playbackRate };
    this.#seekToGoal();
  }

  onPicture(picture: PresentedPicture): void {
    clearTimeout(this.#samePicture);
    this.#latest?.picture?.close();
    this.#latest = picture;
    this.#proceed();
  }

  onSeeked(): void {
    this.#seeked = true;
    if (this.#latest?.frame === this.#goal) this.#proceed();
    else this.#samePicture = setTimeout(() => this.onPicture(this.#present()), SAME_PICTURE_AFTER_MS);
  }

  onEnded(): void {
    if (this.#phase === 'run up') this.#finish();
  }

  /** Gives up; nothing is handed to `done` any more. */
  cancel(): void {
    clearTimeout(this.#samePicture);
    this.#latest?.picture?.close();
    this.#latest = null;
    this.#stop();
  }

  /**
   * A picture counts once its seek has ended. One that has come before that and is not what the seek goes to may be of an
   * earlier seek, or the first of the file: another follows, or the video element is asked what it shows.
   */
  #proceed(): void {
    if (this.#latest === null || !this.#seeked) return;
    const { frame } = this.#latest;
    if (frame === this.#frame || (this.#phase !== 'seek' && frame > this.#frame)) this.#finish();
    else if (this.#phase === 'seek') this.#seekBefore();
    else if (this.#phase === 'seek before') this.#runUp();
  }

  #present(): PresentedPicture {
    return presentedPicture(this.#video, this.#video.currentTime, this.times);
  }

  /** The frame that the present seek goes to. */
  get #goal(): number {
    return this.times.clamp(this.#phase === 'seek before' ? this.#frame - RUN_UP_FRAMES : this.#frame);
  }

  #seekToGoal(): void {
    this.#seeked = false;
    this.#latest?.picture?.close();
    this.#latest = null;
    this.#video.currentTime = this.times.middleOf(this.#goal);
  }

  #seekBefore(): void {
    this.#phase = 'seek before';
    this.#seekToGoal();
  }

  #runUp(): void {
    this.#phase = 'run up';
    this.#video.muted = true;
    this.#video.playbackRate = RUN_UP_RATE;
    // Rejected when the pause at the end comes first.
    this.#video.play().catch(() => undefined);
  }

  #finish(): void {
    const picture = this.#latest;
    this.#latest = null;
    this.#stop();
    if (picture) this.#done(picture);
  }

  #stop(): void {
    if (this.#phase !== 'run up') return;
    this.#video.pause();
    Object.assign(this.#video, this.#sound);
  }
}
