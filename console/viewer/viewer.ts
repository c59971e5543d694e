import type { Box, Size } from '../../shared/kernel/geometry/box.ts';
import type { Point } from '../../shared/kernel/geometry/polygon.ts';
import { drawMarks, type Emphasis, type MarkParts } from './draw-marks.ts';
import type { FrameTimes } from './frame-times.ts';
import { markAtPoint } from './mark-at-point.ts';
import { type Mark, marksAt } from './marks.ts';
import { drawOverlays, type PlacedOverlay } from './overlays/draw-overlays.ts';
import { overlayAtPoint } from './overlays/overlay-at-point.ts';
import { OverlayImages } from './overlays/overlay-images.ts';
import { listOverlays, type OverlayName } from './overlays/overlay-list.ts';
import { SurfacePictures } from './overlays/surface-pictures.ts';
import { PaintBudget } from './paint-budget.ts';
import { Player, type PlayerFailure } from './player.ts';
import type { PresentedPicture } from './presented-picture.ts';
import { toElement, toFractions, viewArea } from './view-area.ts';
import type { ViewerLayer, ViewerObject } from './viewer-document.ts';

/** What is drawn: parts of objects, and overlays. */
export interface SceneParts extends MarkParts {
  readonly overlays: boolean;
}

/** The drawing over the picture. */
export interface Scene extends Emphasis {
  readonly objects: readonly ViewerObject[];
  /** From the lowest to the highest. What changes in them is a new object, what stays the same one. */
  readonly layers: readonly ViewerLayer[];
  /** The objects that overlays may be anchored to, by id, whether they are drawn or not. */
  readonly anchors: Readonly<Record<string, ViewerObject>>;
  readonly parts: SceneParts;
}

/** What the viewer shows and does; a new one whenever something changes. */
export interface ViewerState {
  /** The frame that is shown, 0-based; null before the first. */
  readonly frame: number | null;
  readonly playing: boolean;
  /** Whether playback waits for data. */
  readonly waiting: boolean;
  /** 1: as recorded. */
  readonly rate: number;
  readonly muted: boolean;
  /** Whether the marks belong to the very picture; while they do not, they may be one frame late. */
  readonly exact: boolean;
  /** The overlays of the frame, from the lowest to the highest, as they are drawn. */
  readonly overlays: readonly PlacedOverlay[];
  readonly failure: PlayerFailure | null;
}

export interface ViewerOptions {
  /** Displayed size of the video, pixels. */
  readonly size: Size;
  readonly times: FrameTimes;
  /** Address of the file. Its server must allow this origin to read it (CORS). */
  readonly address: string;
  /** A new address of the same file, for when the present one has expired. */
  readonly renewAddress: () => Promise<string>;
  readonly scene: Scene;
}

/**
 * Shows a video with its overlays and objects, in an element of the page. Picture, overlays and marks are
 * painted together, from the same frame. Where painting each picture takes too long, the browser shows the video itself during playback, under the
 * marks (`exact` is false then); a paused picture is always exact.
 *
 * The element must have a size of its own and be positioned; it has no meaning for assistive technology, which needs the
 * list of objects beside it.
 */
export class Viewer implements Disposable {
  /** The picture that is shown, in the video's own pixels. */
  readonly picture: HTMLCanvasElement;
  readonly #host: HTMLElement;
  readonly #marksCanvas: HTMLCanvasElement;
  readonly #player: Player;
  readonly #size: Size;
  readonly #times: FrameTimes;
  readonly #budget = new PaintBudget();
  readonly #subscribers = new Set<() => void>();
  readonly #resizes: ResizeObserver;
  #scene: Scene;
  #frame: number | null = null;
  #marks: readonly Mark[] = [];
  #placed: readonly PlacedOverlay[] = [];
  readonly #images = new OverlayImages(() => this.#redraw());
  readonly #surfaces = new SurfacePictures();
  #exact = true;
  #state: ViewerState;

  constructor(host: HTMLElement, { size, times, address, renewAddress, scene }: ViewerOptions) {
    this.#host = host;
    this.#size = size;
    this.#times = times;
    this.#scene = scene;
    const video = document.createElement('video');
    this.picture = document.createElement('canvas');
    this.#marksCanvas = document.createElement('canvas');
    for (const element of [video, this.picture, this.#marksCanvas]) {
      element.ariaHidden = 'true';
      Object.assign(element.style, {
        position: 'absolute',
        inset: '0',
        width: '100%',
        height: '100%',
        objectFit: 'contain',
        pointerEvents: 'none',
      });
      host.append(element);
    }
    this.#player = new Player(video, address, {
      times,
      renewAddress,
      onPicture: (picture) => this.#show(picture),
      onChange: () => this.#publish(),
    });
    this.#state = this.#currentState();
    this.#resizes = new ResizeObserver(() => this.#resize());
    this.#resizes.observe(host);
    this.#resize();
  }

  /** The same object until something changes. */
  get state(): ViewerState {
    return this.#state;
  }

  /** Calls back after each change of `state`; returns what ends that. */
  subscribe(callback: () => void): () => void {
    this.#subscribers.add(callback);
    return () => this.#subscribers.delete(callback);
  }

  play(): void {
    this.#player.play();
  }

  pause(): void {
    this.#player.pause();
  }

  /** Pauses, and shows a frame; of several calls in a row the last counts. */
  goto(frame: number): void {
    this.#player.goto(frame);
  }

  /** Pauses, and goes by frames, forwards or backwards. */
  step(frames: number): void {
    this.#player.goto(this.#player.frame + frames);
  }

  setRate(rate: number): void {
    this.#budget.reset();
    this.#player.setRate(rate);
  }

  setMuted(muted: boolean): void {
    this.#player.setMuted(muted);
  }

  /** Takes another address; one of the same file loads nothing again. */
  setAddress(address: string): void {
    this.#player.setAddress(address);
  }

  /** Retries after a failure. */
  retry(): void {
    this.#player.retry();
  }

  /** Draws other things over the same picture. */
  setScene(scene: Scene): void {
    this.#scene = scene;
    this.#redraw();
  }

  /** The object of the present frame at a point of the window, such as `clientX` and `clientY` of an event. */
  objectAt(client: Point): ViewerObject | undefined {
    return markAtPoint(this.#marks, this.fractionsOf(client))?.object;
  }

  /** The highest overlay of the present frame at a point of the window. */
  overlayAt(client: Point): OverlayName | undefined {
    return overlayAtPoint(this.#placed, this.fractionsOf(client), this.#size)?.name;
  }

  /** A point of the window as fractions of the frame; beyond 0 and 1 outside of the picture. */
  fractionsOf({ x, y }: Point): Point {
    const { left, top } = this.#host.getBoundingClientRect();
    return toFractions({ x: x - left, y: y - top }, this.#area());
  }

  /** A point of the frame, in fractions, as pixels of the element. */
  placeOf(point: Point): Point {
    return toElement(point, this.#area());
  }

  [Symbol.dispose](): void {
    this.#resizes.disconnect();
    this.#player[Symbol.dispose]();
    this.#images[Symbol.dispose]();
    this.#surfaces.clear();
    this.#subscribers.clear();
    this.#host.replaceChildren();
  }

  #area(): Box {
    const { clientWidth, clientHeight } = this.#host;
    return viewArea(this.#size, { width: clientWidth, height: clientHeight });
  }

  #show({ frame, picture }: PresentedPicture): void {
    this.#frame = frame;
    const playing = this.#player.playing;
    this.#exact = picture !== null && !(playing && this.#budget.exceeded);
    // Below it is the video itself.
    this.picture.style.visibility = this.#exact ? 'visible' : 'hidden';
    const start = performance.now();
    if (picture !== null && this.#exact) this.#paint(picture);
    picture?.close();
    this.#drawMarks();
    if (playing && this.#exact) {
      const intervalMs = (this.#times.stepAfter(frame) / this.#player.rate) * 1000;
      this.#budget.note(performance.now() - start, intervalMs);
    }
    this.#publish();
  }

  #paint(picture: VideoFrame): void {
    const { videoWidth: width, videoHeight: height } = this.#player.video;
    if (this.picture.width !== width || this.picture.height !== height) {
      Object.assign(this.picture, { width, height });
    }
    // Without alpha the browser need not blend the video below it.
    this.picture.getContext('2d', { alpha: false })?.drawImage(picture, 0, 0, width, height);
  }

  #drawMarks(): void {
    const { objects, layers, anchors, parts } = this.#scene;
    const context = this.#marksCanvas.getContext('2d');
    if (!context) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.#marksCanvas.width, this.#marksCanvas.height);
    context.scale(devicePixelRatio, devicePixelRatio);
    const [frame, area] = [this.#frame, this.#area()];
    this.#placed =
      frame === null || !parts.overlays
        ? []
        : drawOverlays(context, listOverlays(layers), {
            frame,
            area,
            video: this.#size,
            objects: anchors,
            images: this.#images,
            surfaces: this.#surfaces,
          });
    this.#marks = frame === null ? [] : marksAt(objects, frame);
    drawMarks(context, this.#marks, area, parts, this.#scene);
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#host;
    this.#marksCanvas.width = Math.round(clientWidth * devicePixelRatio);
    this.#marksCanvas.height = Math.round(clientHeight * devicePixelRatio);
    this.#budget.reset();
    this.#redraw();
  }

  #redraw(): void {
    this.#drawMarks();
    this.#publish();
  }

  #currentState(): ViewerState {
    const { playing, waiting, rate, muted, failure } = this.#player;
    return {
      frame: this.#frame,
      playing,
      waiting,
      rate,
      muted,
      exact: this.#exact,
      overlays: this.#placed,
      failure,
    };
  }

  #publish(): void {
    this.#state = this.#currentState();
    for (const callback of this.#subscribers) callback();
  }
}
