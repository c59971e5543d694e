import { fillRectangle } from '../../cli/contact-sheet/draw.ts';
import type { Box } from '../../shared/kernel/geometry/box.ts';
import { seededRandom } from '../../shared/kernel/random/seeded-random.ts';
import type { RgbImage } from '../../shared/media/pictures/rgb-image.ts';
import { frameMotion } from '../../shared/vision/camera/frame-motion.ts';
import { lumaPyramid } from '../../shared/vision/camera/luma-pyramid.ts';
import type { Similarity } from '../../shared/vision/camera/similarity.ts';
import { cameraView, cornerError, type Gaze, motionBetween } from '../../test/support/clips/camera-view.ts';

/** Between two samples. Shares are of the view. */
interface Scenario {
  /** Length of the pan, as a share of the view's width if it goes across. */
  readonly pan: number;
  /** Greatest change of the zoom, as a factor. */
  readonly zoom?: number;
  /** Share of the pan that is passed while the shutter is open. */
  readonly blur?: number;
  readonly gain?: number;
  readonly noise?: number;
  /** Share of the view that people cover, each of whom goes where he likes. */
  readonly people?: number;
  /** Whether a detector finds three in four of them. */
  readonly detected?: boolean;
  /** Share of the view that goes as one. */
  readonly mass?: number;
  /** A logo, subtitles and bars above and below. */
  readonly overlays?: boolean;
  /** The later view is one of another picture. */
  readonly cut?: boolean;
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  still: { pan: 0 },
  'still, people over a third': { pan: 0, people: 0.33 },
  'still, people over half': { pan: 0, people: 0.5 },
  'still, people over half, detected': { pan: 0, people: 0.5, detected: true },
  'still, 40 % move as one': { pan: 0, mass: 0.4 },
  'still, 60 % move as one': { pan: 0, mass: 0.6 },
  'shaking hand': { pan: 0.03, zoom: 1.01 },
  'pan by a tenth': { pan: 0.1, zoom: 1.02 },
  'pan by a fifth': { pan: 0.2, zoom: 1.02 },
  'pan by a fifth, blurred': { pan: 0.2, zoom: 1.02, blur: 0.33 },
  'pan by a fifth, dark and noisy': { pan: 0.2, zoom: 1.02, gain: 0.4, noise: 8 },
  'pan by a fifth, overlays': { pan: 0.2, zoom: 1.02, overlays: true },
  'pan by a fifth, people over a third': { pan: 0.2, zoom: 1.02, people: 0.33 },
  'pan by a fifth, people over a third, detected': { pan: 0.2, zoom: 1.02, people: 0.33, detected: true },
  'pan by a third': { pan: 0.33 },
  'pan by a third, blurred': { pan: 0.33, blur: 0.33 },
  'zoom to 1.3': { pan: 0.05, zoom: 1.3 },
  'another picture': { pan: 0, cut: true },
};

const VIEW = { width: 416, height: 234 };
/** Of the view: what is farther off is a false answer and no inaccuracy. */
const FALSE_SHARE = 0.02;
const REPETITIONS = 2;

/** Answers of `frameMotion` where the truth is known, over all pictures that are large enough. */
export function scenarioTable(pictures: readonly RgbImage[]): string {
  const large = pictures.filter(({ width, height }) => width >= 600 && height >= 400);
  const rows = Object.entries(SCENARIOS).map(([name, scenario]) => {
    const random = seededRandom(7);
    const answers = Array.from({ length: REPETITIONS * large.length }, (_, i) =>
      answer(scenario, large, i, random),
    );
    const known = answers.filter((error) => error !== null);
    const right = known.filter((error) => error <= FALSE_SHARE * VIEW.width && !scenario.cut);
    const sorted = right.toSorted((a, b) => a - b);
    const quantile = (share: number): string => sorted[Math.floor(share * sorted.length)]?.toFixed(2) ?? '–';
    const percent = (count: number): string => `${((100 * count) / answers.length).toFixed(0)} %`;
    return `| ${[
      name,
      percent(answers.length - known.length),
      percent(known.length - right.length),
      quantile(0.5),
      quantile(0.95),
    ].join(' | ')} |`;
  });
  return [
    `${large.length} pictures, ${REPETITIONS} pairs of views of ${VIEW.width}×${VIEW.height} pixels each`,
    '| camera | unknown | false | median error, px | 95th percentile |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** Greatest error at a corner in pixels of the view; null where nothing was answered. */
function answer(
  scenario: Scenario,
  pictures: readonly RgbImage[],
  i: number,
  random: () => number,
): number | null {
  const pictureAt = (position: number) => pictures[position % pictures.length] as RgbImage;
  const picture = pictureAt(i);
  const { pan, zoom = 1, blur = 0, gain = 1, noise = 3 } = scenario;
  // Most pans go about sideways.
  const side = random() < 0.5 ? 0 : Math.PI;
  const direction = random() < 0.7 ? side + 0.3 * (random() - 0.5) : 2 * Math.PI * random();
  const length = pan * (0.8 + 0.4 * random());
  const [dx, dy] = [Math.cos(direction) * length * VIEW.width, Math.sin(direction) * length * VIEW.height];
  const closer = random() < 0.5;
  const middle = { x: picture.width / 2, y: picture.height / 2 };
  const gaze = (side: number, zoomed: boolean): Gaze => ({
    x: middle.x + (side * dx) / 2,
    y: middle.y + (side * dy) / 2,
    zoom: zoomed ? zoom : 1,
  });
  const [from, to] = [gaze(-1, !closer), gaze(1, closer)];
  const exposure = { blur: [blur * dx, blur * dy] as const, gain, noise, random };
  const earlier = cameraView(picture, from, VIEW, exposure);
  const later = cameraView(scenario.cut ? pictureAt(i + 1) : picture, to, VIEW, exposure);

  const objects: Box[] = [];
  for (let covered = 0; covered < (scenario.people ?? 0) * VIEW.width * VIEW.height; ) {
    const [width, height] = [Math.round(30 + 40 * random()), Math.round(80 + 80 * random())];
    const [x, y] = [random() * (VIEW.width - width), random() * (VIEW.height - height)];
    const box = { x: x + (random() - 0.5) * 80, y: y + (random() - 0.5) * 16, width, height };
    const look = {
      picture: pictureAt(Math.floor(random() * pictures.length)),
      x: random() * 400,
      y: random() * 200,
    };
    paste(earlier, { ...box, x, y }, look);
    paste(later, box, look);
    if (random() < 0.75 && scenario.detected) objects.push(box);
    covered += width * height;
  }
  if (scenario.mass) {
    const box = { x: 0, y: 0, width: Math.round(scenario.mass * VIEW.width), height: VIEW.height };
    const look = { picture: pictureAt(5 * i + 1), x: 100, y: 50 };
    paste(earlier, box, look);
    paste(later, box, { ...look, x: look.x + 0.3 * (random() - 0.5) * VIEW.width });
  }
  if (scenario.overlays) for (const view of [earlier, later]) overlay(view, pictureAt(3 * i + 2));
  return error(earlier, later, objects, motionBetween(from, to, VIEW));
}

function error(
  earlier: RgbImage,
  later: RgbImage,
  objects: readonly Box[],
  truth: Similarity,
): number | null {
  const pyramid = ({ data, width, height }: RgbImage) => lumaPyramid(data, width, height);
  const motion = frameMotion(pyramid(earlier), pyramid(later), objects, VIEW);
  return motion && cornerError(motion, truth, VIEW);
}

/** Shows in a box of the view what a picture shows from (x, y) on. */
function paste(
  view: RgbImage,
  box: Box,
  { picture, x, y }: { readonly picture: RgbImage; readonly x: number; readonly y: number },
): void {
  const [left, top] = [Math.round(box.x), Math.round(box.y)];
  for (let v = Math.max(0, -top); v < box.height && top + v < view.height; v++) {
    for (let u = Math.max(0, -left); u < box.width && left + u < view.width; u++) {
      const column = Math.min(picture.width - 1, Math.max(0, Math.floor(x) + u));
      const row = Math.min(picture.height - 1, Math.floor(y) + v);
      const at = (row * picture.width + column) * 3;
      view.data.set(picture.data.subarray(at, at + 3), ((top + v) * view.width + left + u) * 3);
    }
  }
}

function overlay(view: RgbImage, picture: RgbImage): void {
  const bar = Math.round(0.09 * view.height);
  paste(view, { x: 10, y: bar + 5, width: 60, height: 40 }, { picture, x: 200, y: 200 });
  for (let letter = 0; letter < 20; letter++) {
    const look = { picture, x: (letter * 37) % 300, y: (letter * 53) % 200 };
    paste(view, { x: 60 + 15 * letter, y: view.height - bar - 20, width: 8, height: 16 }, look);
  }
  fillRectangle(view, { x: 0, y: 0, width: view.width, height: bar }, [0, 0, 0]);
  fillRectangle(view, { x: 0, y: view.height - bar, width: view.width, height: bar }, [0, 0, 0]);
}
