import { FrameSeek } from './frame-seek.ts';
import type { FrameTimes } from './frame-times.ts';
import { sameMedia, usableMs } from './media-address.ts';
import { type PresentedPicture, presentedPicture } from './presented-picture.ts';

/** An address is renewed this long before it expires, or halfway where that is later. */
const RENEW_BEFORE_MS = 60_000;

/** Longer timeouts than this fire at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** Why a video cannot be shown: the browser has no decoder for it or the file is damaged; or its address gives nothing. */
export type PlayerFailure = 'unplayable' | 'unreachable';

export interface PlayerOptions {
  readonly times: FrameTimes;
  /** A new address of the same file, for one that has expired. */
  readonly renewAddress: () => Promise<string>;
  /** Takes each picture that is to be shown, and closes it. */
  readonly onPicture: (picture: PresentedPicture) => void;
  /** Called when `playing`, `waiting`, `rate`, `muted` or `failure` has changed. */
  readonly onChange: () => void;
}

/** Plays a video element, and brings it to any frame exactly. */
export class Player implements Disposable {
  readonly video: HTMLVideoElement;
  readonly #options: PlayerOptions;
  readonly #listeners = new AbortController();
  #address: string;
  /** Of the same file as `#address`, and newer. */
  #newAddress: string | null = null;
  #renewal: ReturnType<typeof setTimeout> | undefined;
  /** Whether the present address has shown nothing yet: a second one in a row that fails is the last. */
  #untried = false;
  #seek: FrameSeek | null = null;
  /** By the clock of the player; null until that is known (`#findTimes`). */
  #times: FrameTimes | null = null;
  /** The frame to go to next; of several in a row only the last counts. */
  #target: number | null = null;
  #shown: number | null = null;
  #playing = false;
  #waiting = false;
  #failure: PlayerFailure | null = null;

  constructor(video: HTMLVideoElement, address: string, options: PlayerOptions) {
    this.video = video;
    this.#options = options;
    this.#address = address;
    // Without it the pictures could not be read, only shown.
    video.crossOrigin = 'anonymous';
    video.preload = 'auto';
    video.playsInline = true;
    this.#listen();
    this.#watch();
    this.#load(address);
    this.goto(0);
  }

  get playing(): boolean {
    return this.#playing;
  }

  /** Whether playback waits for data. */
  get waiting(): boolean {
    return this.#waiting;
  }

  get failure(): PlayerFailure | null {
    return this.#failure;
  }

  get rate(): number {
    return this.video.defaultPlaybackRate;
  }

  get muted(): boolean {
    return this.video.muted;
  }

  /** The frame that was asked for last, or else is shown. */
  get frame(): number {
    return this.#target ?? this.#shown ?? 0;
  }

  play(): void {
    this.#playing = true;
    if (this.#seek === null) this.#resume();
    this.#options.onChange();
  }

  pause(): void {
    this.#playing = false;
    if (this.#seek === null) this.video.pause();
    this.#options.onChange();
  }

  /** Pauses and goes to a frame, the nearest that exists. */
  goto(frame: number): void {
    if (this.#playing) this.pause();
    this.#goto(frame);
  }

  setRate(rate: number): void {
    this.video.defaultPlaybackRate = rate;
    if (this.#seek === null) this.video.playbackRate = rate;
    this.#options.onChange();
  }

  setMuted(muted: boolean): void {
    this.video.muted = muted;
    this.#options.onChange();
  }

  /** Takes an address. One of the same file is kept for when the present one expires; nothing is loaded again. */
  setAddress(address: string): void {
    if (address === this.#address) return;
    if (sameMedia(address, this.#address)) this.#newAddress = address;
    else {
      this.#shown = null;
      this.#times = null;
      this.#untried = false;
      this.#reload(address);
    }
  }

  /** Retries after a failure, with another address. */
  retry(): void {
    void this.#renew();
  }

  [Symbol.dispose](): void {
    this.#listeners.abort();
    clearTimeout(this.#renewal);
    this.#seek?.cancel();
    this.#seek = null;
    this.video.removeAttribute('src');
    this.video.load();
  }

  #listen(): void {
    const on = (event: keyof HTMLMediaElementEventMap, listener: () => void): void =>
      this.video.addEventListener(event, listener, { signal: this.#listeners.signal });
    on('seeked', () => this.#seek?.onSeeked());
    on('ended', () => {
      if (this.#seek) this.#seek.onEnded();
      else this.pause();
    });
    on('waiting', () => this.#setWaiting(true));
    on('playing', () => this.#setWaiting(false));
    on('loadedmetadata', () => {
      // A track that the browser cannot decode is left out; the rest of the file may be its sound.
      if (this.video.videoWidth === 0) this.#fail('unplayable');
      else if (this.#seek === null) this.#beginSeek();
    });
    on('error', () => void this.#onError());
  }

  #setWaiting(waiting: boolean): void {
    this.#waiting = waiting;
    this.#options.onChange();
  }

  /** Always registered: a callback that is registered after a seek has ended does not come. */
  #watch(): void {
    this.video.requestVideoFrameCallback((_, { mediaTime }) => {
      if (this.#listeners.signal.aborted) return;
      this.#watch();
      const times = this.#seek?.times ?? this.#times ?? this.#options.times;
      const picture = presentedPicture(this.video, mediaTime, times);
      if (this.#seek) this.#seek.onPicture(picture);
      // Also the one that comes after a pause: the video element stays at it.
      else this.#show(picture);
    });
  }

  #show(picture: PresentedPicture): void {
    this.#shown = picture.frame;
    this.#untried = false;
    this.#options.onPicture(picture);
  }

  #goto(frame: number): void {
    this.#target = this.#options.times.clamp(frame);
    // Before that a seek only says where playback shall begin.
    const seekable = this.video.readyState >= HTMLMediaElement.HAVE_METADATA;
    if (seekable && this.#seek === null) this.#beginSeek();
  }

  #beginSeek(): void {
    const frame = this.#target;
    if (frame === null) return;
    const times = this.#times;
    if (times === null) {
      this.#findTimes();
      return;
    }
    this.#seekTo(frame, times, (picture) => this.#arrive(frame, picture));
  }

  #arrive(frame: number, picture: PresentedPicture): void {
    if (this.#target === frame) this.#target = null;
    this.#show(picture);
    if (this.#target !== null) this.#beginSeek();
    else if (this.#playing) this.#resume();
  }

  #seekTo(frame: number, times: FrameTimes, done: (picture: PresentedPicture) => void): void {
    this.#seek = new FrameSeek(this.video, times, frame, (picture) => {
      this.#seek = null;
      done(picture);
    });
  }

  /**
   * Finds out whether the player's clock is ahead of the file's own times, as Chromium's is in fragmented files whose pictures are stored
   * out of order by negative composition offsets without an edit list. Where the first picture that it presents is a later frame's by its
   * time, either the first frames cannot be presented, or it is the first frame and the clock is ahead. In the latter case the last frame
   * is late by as much.
   */
  #findTimes(): void {
    const { times } = this.#options;
    this.#seekTo(0, times, (first) => {
      if (first.frame === 0) {
        this.#times = times;
        this.#arrive(0, first);
        return;
      }
      first.picture?.close();
      const ahead = times.ahead(first.time - times.timeOf(0));
      this.#seekTo(times.count - 1, ahead, (last) => {
        last.picture?.close();
        this.#times = last.frame === times.count - 1 ? ahead : times;
        this.#beginSeek();
      });
    });
  }

  #resume(): void {
    this.video.playbackRate = this.rate;
    this.video.play().catch((error: DOMException) => {
      // A pause, or another address, that comes first is no failure; a browser that refuses to play with sound is paused.
      if (error.name === 'NotAllowedError') this.pause();
    });
  }

  #load(address: string): void {
    this.#address = address;
    this.#newAddress = null;
    this.video.src = address;
    clearTimeout(this.#renewal);
    const left = usableMs(address, Date.now());
    if (left === null) return;
    const delay = Math.max(left - RENEW_BEFORE_MS, left / 2);
    if (delay <= LONGEST_TIMEOUT_MS) this.#renewal = setTimeout(() => void this.#renew(), delay);
  }

  /** Goes on with another address at the frame and in the state of playback that there were. */
  #reload(address: string): void {
    const frame = this.frame;
    this.#seek?.cancel();
    this.#seek = null;
    this.#failure = null;
    this.#load(address);
    this.#goto(frame);
    this.#options.onChange();
  }

  async #renew(): Promise<void> {
    try {
      const address = this.#newAddress ?? (await this.#options.renewAddress());
      if (this.#listeners.signal.aborted) return;
      this.#untried = true;
      this.#reload(address);
    } catch {
      this.#fail('unreachable');
    }
  }

  /** Any failure may be that of an expired address: browsers do not distinguish a 403 from a file that they cannot play. */
  async #onError(): Promise<void> {
    if (!this.#untried) return this.#renew();
    const reachable = await isReachable(this.#address, this.#listeners.signal);
    if (!this.#listeners.signal.aborted) this.#fail(reachable ? 'unplayable' : 'unreachable');
  }

  #fail(failure: PlayerFailure): void {
    this.#failure = failure;
    this.#playing = false;
    this.#seek?.cancel();
    this.#seek = null;
    this.#options.onChange();
  }
}

/** Whether the address answers: the error of a video element does not say. */
const isReachable = (address: string, signal: AbortSignal): Promise<boolean> =>
  fetch(address, { headers: { Range: 'bytes=0-0' }, signal }).then(
    ({ ok }) => ok,
    () => false,
  );
