import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import { lumaPyramid } from '../../../shared/vision/camera/luma-pyramid.ts';
import { StillScene, visibleChange } from '../../../shared/vision/camera/still-scene.ts';
import { valueNoise } from '../../../synthetic/noise.ts';
import { backdrop } from '../../../synthetic/textures.ts';
import { sampledRows } from '../../support/run/long.ts';

const [WIDTH, HEIGHT] = [416, 234];
const random = seededRandom(5);
const scenery = backdrop(WIDTH, HEIGHT, valueNoise(random), random).data;

interface Thing {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Levels by which it is brighter than the scenery. */
  readonly contrast: number;
}

interface Conditions {
  readonly thing?: Thing;
  /** Standard deviation of the noise of a pixel, in levels. */
  readonly noise?: number;
  /** What the light is multiplied by. */
  readonly light?: number;
}

/** How much of the pixel at `at` lies between `start` and `start` + `length`. */
const overlap = (at: number, start: number, length: number): number =>
  Math.max(0, Math.min(at + 1, start + length) - Math.max(at, start));

/** A picture of the scenery. A thing may lie between pixels, which then show a part of it. */
function picture({ thing, noise = 0, light = 1 }: Conditions, seed: number) {
  const values = seededRandom(seed);
  const shown = Float64Array.from(scenery, (value) => light * value);
  if (thing) {
    for (let y = Math.floor(thing.y); y < thing.y + thing.height; y++) {
      for (let x = Math.floor(thing.x); x < thing.x + thing.width; x++) {
        const share = overlap(x, thing.x, thing.width) * overlap(y, thing.y, thing.height);
        const at = 3 * (y * WIDTH + x);
        for (let i = at; i < at + 3; i++) shown[i] = (shown[i] ?? 0) + light * share * thing.contrast;
      }
    }
  }
  // The sum of three uniform variables is nearly normal; its deviation is a half.
  if (noise > 0)
    for (let i = 0; i < shown.length; i++)
      shown[i] = (shown[i] ?? 0) + 2 * noise * (values() + values() + values() - 1.5);
  return lumaPyramid(new Uint8Array(Uint8ClampedArray.from(shown).buffer), WIDTH, HEIGHT);
}

/** In how many of these pictures, a hundredth of a second apart, something is seen to have happened. */
function looksAt(pictures: readonly Conditions[]): number[] {
  const scene = new StillScene();
  return pictures.flatMap((conditions, i) => {
    const frame = { time: i / 100, pyramid: picture(conditions, i + 1) };
    if (scene.isUnchanged(frame)) return [];
    scene.look(frame);
    return [i];
  });
}

const repeated = (conditions: Conditions, times = 6) => Array.from({ length: times }, () => conditions);

describe('nothing has changed', () => {
  test('in a scene that rests, whatever the noise of the camera', () => {
    for (const noise of [0, 4, 25]) expect(looksAt(repeated({ noise }))).toEqual([0]);
  });

  test('at night, whatever the noise of the camera', () => {
    for (const noise of [0, 4, 25]) expect(looksAt(repeated({ light: 0.1, noise }))).toEqual([0]);
  });

  test('while the light flickers by two per cent', () => {
    const flicker = Array.from({ length: 12 }, (_, i) => ({ light: 1 + 0.02 * Math.sin(2.1 * i), noise: 3 }));
    expect(looksAt(flicker)).toEqual([0]);
  });
});

describe('something has changed', () => {
  const far: Thing = { x: 201.5, y: 120.5, width: 6, height: 12, contrast: 45 };

  test.each(
    sampledRows([
      ['in a noisy picture', { noise: 20 }],
      ['in a calm picture', {}],
      ['while the light flickers', { light: 1.02, noise: 3 }],
      ['at night', { light: 0.1 }],
    ]),
  )('when a small far thing appears %s', { tags: 'sampled' }, (_, conditions) => {
    expect(looksAt([...repeated(conditions), { ...conditions, thing: far }])).toEqual([0, 6]);
  });

  test('when it goes again', () => {
    expect(looksAt([{ thing: far, noise: 4 }, ...repeated({ noise: 4 })])).toEqual([0, 1]);
  });

  test('before a small thing that creeps has moved by half of its width: small motions add up', () => {
    const creeping = Array.from({ length: 24 }, (_, i) => ({ noise: 3, thing: { ...far, x: 100 + i / 5 } }));
    const looks = looksAt(creeping);
    const moved = looks.slice(1).map((at, i) => (at - (looks[i] ?? 0)) / 5);
    expect(looks.length).toBeGreaterThan(1);
    expect(Math.max(...moved)).toBeLessThan(3);
    expect(Math.min(...moved)).toBeGreaterThan(0.2);
  });

  test('before a thing that fades in is half there', () => {
    const fading = Array.from({ length: 16 }, (_, i) => ({ noise: 3, thing: { ...far, contrast: 4 * i } }));
    expect(looksAt(fading)[1]).toBeLessThan(8);
  });

  test('in a second at the latest', () => {
    const scene = new StillScene();
    const pyramid = picture({}, 1);
    expect(scene.isUnchanged({ time: 3, pyramid })).toBe(false);
    scene.look({ time: 3, pyramid });
    expect(scene.isUnchanged({ time: 4, pyramid })).toBe(true);
    expect(scene.isUnchanged({ time: 4.01, pyramid })).toBe(false);
  });
});

describe('what has changed between two looks', () => {
  const thing: Thing = { x: 201, y: 120, width: 12, height: 24, contrast: 45 };
  const around = { x: 195 / WIDTH, y: 115 / HEIGHT, width: 24 / WIDTH, height: 34 / HEIGHT };
  const elsewhere = { ...around, x: 40 / WIDTH };

  test.each([
    ['in daylight', {}],
    ['in a noisy picture', { noise: 20 }],
    ['at night', { light: 0.1 }],
  ])('is reported where it has %s', (_, conditions) => {
    const change = visibleChange(picture(conditions, 1), picture({ ...conditions, thing }, 2));
    expect(change.isAnywhere).toBe(true);
    expect(change.isWithin(around)).toBe(true);
    expect(change.isWithin(elsewhere)).toBe(false);
  });
});
