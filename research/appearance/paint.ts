import { seededRandom } from '../../shared/kernel/random/seeded-random.ts';
import { decodeJpeg, encodeJpeg } from '../../shared/media/pictures/jpeg.ts';
import { resize } from '../../shared/media/pictures/resize.ts';
import type { RgbImage } from '../../shared/media/pictures/rgb-image.ts';
import { byFrame, type MotRow } from '../mot/mot-file.ts';
import { normal, type Random } from '../mot/simulation.ts';
import type { Cutout, Material } from './cutouts.ts';

/** What the pictures of a clip look like. */
export interface InferenceFrame {
  /** Different cutouts among the people of the clip: few where they wear uniforms. */
  readonly people: number;
  /** Standard deviation of the logarithm of the exposure over time; of the colour channels a third of it. */
  readonly exposure: number;
  /** What is left of the light in the shadow that lies over a part of the scene; 1 without. */
  readonly shadow: number;
}

export const LOOKS: Readonly<Record<string, InferenceFrame>> = {
  'steady light': { people: Infinity, exposure: 0.03, shadow: 0.85 },
  'strong light': { people: Infinity, exposure: 0.2, shadow: 0.45 },
  'five uniforms': { people: 5, exposure: 0.03, shadow: 0.85 },
  'one look': { people: 1, exposure: 0.03, shadow: 0.85 },
};

/** Width of the pictures that workers have, in pixels. */
const WIDTH = 416;
/** Of the camera's noise, in levels. */
const NOISE = 4;
/** The noise begins anywhere in so much of it: drawn again for each frame it would take longer than all else. */
const GRAINS = 65_537;
/** FFmpeg's `-q:v` of a mediocre stream. */
const QUANTIZER = 7;
/**
 * Classes of MOT17 that are left out: posts and the like, whose boxes are much larger than they are, and crowds. What
 * the sure detections of the sequence show must be visible.
 */
const UNPAINTED = new Set([9, 10, 11, 13]);
const PERSON_CLASSES = new Set([-1, 1, 2, 7, 8, 12]);

/** How one actor looks over time. */
interface Costume {
  readonly cutout: Cutout;
  readonly mirrored: boolean;
  readonly phase: number;
  readonly pace: number;
}

/**
 * Paints the frames of a known sequence: at each true box, from the farthest (whose foot is highest) to the nearest,
 * the cutout that its identity wears. Cutouts turn (their columns shift), their legs swing, the light changes with
 * time and place, and each frame is coded as a JPEG.
 * @param size of the frames of the sequence
 */
export async function* paint(
  truth: readonly MotRow[],
  { width, height, fps }: { readonly width: number; readonly height: number; readonly fps: number },
  frames: readonly number[],
  material: Material,
  look: InferenceFrame,
  seed: number,
): AsyncGenerator<{ frame: number; image: RgbImage }> {
  const random = seededRandom(seed);
  const scale = WIDTH / width;
  const size = { width: WIDTH, height: Math.round(height * scale) };
  const background = pick(material.backgrounds, random);
  const scenery = resize(background, size.width, size.height);
  const costumes = costumesOf(truth, material, look, random);
  const shadow = shadowOver(size, look.shadow, random);
  const grain = Float32Array.from({ length: GRAINS }, () => NOISE * normal(random));
  const rows = byFrame(truth);
  const waves = Array.from({ length: 4 }, () => ({ phase: 6.3 * random(), pace: 0.3 + 0.7 * random() }));
  for (const frame of frames) {
    const second = frame / fps;
    const data = new Float32Array(scenery.data);
    const nearestLast = (rows.get(frame) ?? [])
      .filter(({ category }) => !UNPAINTED.has(category))
      .sort((a, b) => a.box.y + a.box.height - b.box.y - b.box.height);
    for (const row of nearestLast) {
      const costume = costumes.get(row.id);
      if (costume) draw(data, size, row, scale, costume, second);
    }
    const [level = 0, ...colours] = waves.map(({ phase, pace }) => 1.4 * Math.sin(pace * second + phase));
    const gains = colours.map((colour) => Math.exp(look.exposure * (level + colour / 3)));
    const seen = new Uint8ClampedArray(data.length);
    const start = Math.floor(random() * GRAINS);
    for (let pixel = 0, i = 0; i < data.length; pixel++) {
      const light = shadow[pixel] as number;
      for (let c = 0; c < 3; c++, i++)
        seen[i] =
          (data[i] as number) * light * (gains[c] as number) + (grain[(start + i) % GRAINS] as number);
    }
    yield {
      frame,
      image: await decodeJpeg(await encodeJpeg({ ...size, data: new Uint8Array(seen.buffer) }, QUANTIZER)),
    };
  }
}

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T;

/** People wear people, all else the other things; each cutout once while there are some left. */
function costumesOf(
  truth: readonly MotRow[],
  { cutouts }: Material,
  { people }: InferenceFrame,
  random: Random,
): Map<number, Costume> {
  const deck = (person: boolean): (() => Cutout) => {
    const all = shuffled(
      cutouts.filter((cutout) => cutout.person === person),
      random,
    ).slice(0, people);
    let next = 0;
    return () => all[next++ % all.length] as Cutout;
  };
  const [persons, things] = [deck(true), deck(false)];
  const costumes = new Map<number, Costume>();
  for (const { id, category } of truth) {
    if (costumes.has(id)) continue;
    costumes.set(id, {
      cutout: PERSON_CLASSES.has(category) ? persons() : things(),
      mirrored: random() < 0.5,
      phase: 6.3 * random(),
      pace: 0.5 + random(),
    });
  }
  return costumes;
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** Share of the light at every pixel: a soft-edged half plane lies in the shadow. */
function shadowOver(
  { width, height }: { width: number; height: number },
  share: number,
  random: Random,
): Float32Array {
  const angle = 0.6 * (random() - 0.5);
  const middle = width * (0.3 + 0.4 * random());
  return Float32Array.from({ length: width * height }, (_, i) => {
    const across = (i % width) - middle + Math.tan(angle) * (Math.floor(i / width) - height / 2);
    return share + (1 - share) / (1 + Math.exp(-across / 4));
  });
}

/** Shows a cutout within the ellipse-like middle of a box. */
function draw(
  data: Float32Array,
  size: { width: number; height: number },
  { box }: MotRow,
  scale: number,
  { cutout, mirrored, phase, pace }: Costume,
  second: number,
): void {
  const [left, top] = [box.x * scale, box.y * scale];
  const [width, height] = [box.width * scale, box.height * scale];
  const level = cutout.levels.find((image) => image.height < 1.5 * height) ?? cutout.levels.at(-1);
  if (!level || width < 1 || height < 1) return;
  const turn = 0.12 * Math.sin(pace * second + phase);
  const stride = 0.08 * Math.sin(6 * pace * second + phase);
  const [x1, y1] = [Math.min(size.width, left + width), Math.min(size.height, top + height)];
  for (let y = Math.max(0, Math.floor(top)); y < y1; y++) {
    const v = (y + 0.5 - top) / height;
    if (v <= 0 || v >= 1) continue;
    for (let x = Math.max(0, Math.floor(left)); x < x1; x++) {
      const u = (x + 0.5 - left) / width;
      if (u <= 0 || u >= 1) continue;
      const out = Math.abs(2 * u - 1) ** 2.5 + Math.abs(2 * v - 1) ** 2.5;
      const alpha = Math.min(1, Math.max(0, (1 - out) / 0.15));
      if (alpha === 0) continue;
      const swung =
        u + turn * Math.sin(Math.PI * u) + (v > 0.5 ? stride * (v - 0.5) * 2 * Math.sin(Math.PI * 2 * u) : 0);
      const at = (y * size.width + x) * 3;
      addColour(level, mirrored ? 1 - swung : swung, v, alpha, data, at);
    }
  }
}

/** Mixes in a colour of a picture (bilinear) at a share of its width and height. */
function addColour(
  { width, height, data }: RgbImage,
  u: number,
  v: number,
  alpha: number,
  target: Float32Array,
  at: number,
): void {
  const x = Math.min(width - 1.001, Math.max(0, u * width - 0.5));
  const y = Math.min(height - 1.001, Math.max(0, v * height - 0.5));
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - column, y - row];
  const from = (row * width + column) * 3;
  for (let c = 0; c < 3; c++) {
    const above = (data[from + c] as number) * (1 - right) + (data[from + 3 + c] as number) * right;
    const next = from + width * 3 + c;
    const below = (data[next] as number) * (1 - right) + (data[next + 3] as number) * right;
    const colour = above * (1 - down) + below * down;
    target[at + c] = (target[at + c] as number) * (1 - alpha) + colour * alpha;
  }
}
