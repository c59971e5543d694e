import path from 'node:path';
import { type Corners, inverse, project, rectangleTo } from '../../../shared/kernel/geometry/homography.ts';
import type { Point } from '../../../shared/kernel/geometry/polygon.ts';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import { ClipEncoder, type ClipOptions } from '../../../synthetic/clip-encoder.ts';
import { valueNoise } from '../../../synthetic/noise.ts';
import { backdrop } from '../../../synthetic/textures.ts';
import { temporaryFolder } from '../service/test-service.ts';

export const SURFACE_SIZE = { width: 320, height: 180 };

/** Where a surface is in a frame: its corners in pixels of the clip. */
export type SurfacePath = (frame: number) => Point[];

/** Swings from side to side by 60 pixels within 60 frames, and leans to the back and to the front by turns. */
export const swinging: SurfacePath = (frame) => {
  const swing = Math.sin((frame / 60) * 2 * Math.PI);
  const lean = 8 * Math.sin((frame / 45) * 2 * Math.PI);
  const [x, y] = [110 + 30 * swing, 45 + 10 * Math.cos((frame / 60) * 2 * Math.PI)];
  return [
    { x, y: y + lean },
    { x: x + 110, y: y - lean },
    { x: x + 106, y: y + 84 + lean },
    { x: x + 4, y: y + 80 - lean },
  ];
};

/** Leaves the picture on the right within 40 frames, and is back in its place by the 100th. */
export const leaving: SurfacePath = (frame) => {
  const away = Math.max(0, 1 - Math.abs(frame - 50) / 45);
  return swinging(0).map(({ x, y }) => ({ x: x + 290 * away, y }));
};

const SAMPLES = 2;

/** Writes a clip in which a poster moves along a path in front of a wall, 25 frames a second. */
export async function surfaceClip(
  frames: number,
  cornersAt: SurfacePath,
  options: Partial<ClipOptions> = {},
): Promise<string> {
  const { width, height } = SURFACE_SIZE;
  const picture = (seed: number, across: number, down: number) => {
    const random = seededRandom(seed);
    return backdrop(across, down, valueNoise(random), random);
  };
  const [wall, poster] = [picture(3, width, height), picture(11, 440, 320)];
  const file = path.join(await temporaryFolder('clips'), 'surface.mp4');
  using encoder = await ClipEncoder.open(file, {
    container: 'mp4',
    width,
    height,
    ticksPerSecond: 25,
    keyInterval: 50,
    encoderOptions: { crf: '18' },
    ...options,
  });
  const at = [0, 0];
  for (let frame = 0; frame < frames; frame++) {
    const map = rectangleTo(cornersAt(frame).flatMap(({ x, y }) => [x, y]) as unknown as Corners, 1, 1);
    if (map === null) throw new Error('the corners make no surface');
    const back = inverse(map);
    const data = new Uint8Array(width * height * 3);
    for (let y = 0, to = 0; y < height; y++) {
      for (let x = 0; x < width; x++, to += 3) {
        const sums = [0, 0, 0];
        for (let k = 0; k < SAMPLES ** 2; k++) {
          const [u, v] = [x + ((k % SAMPLES) + 0.5) / SAMPLES, y + (Math.floor(k / SAMPLES) + 0.5) / SAMPLES];
          project(back, u, v, at);
          const [across = 2, down = 2] = at;
          const isPoster = Math.abs(across) <= 1 && Math.abs(down) <= 1;
          const from = isPoster
            ? 3 *
              (Math.min(319, Math.floor((down + 1) * 160)) * 440 +
                Math.min(439, Math.floor((across + 1) * 220)))
            : 3 * (Math.floor(v) * width + Math.floor(u));
          const source = isPoster ? poster.data : wall.data;
          for (let c = 0; c < 3; c++) sums[c] = (sums[c] as number) + (source[from + c] as number);
        }
        for (let c = 0; c < 3; c++) data[to + c] = Math.round((sums[c] as number) / SAMPLES ** 2);
      }
    }
    await encoder.add({ width, height, data }, frame);
  }
  await encoder.finish();
  return file;
}

/** Corners in fractions of the frame, as a client marks them. */
export const marked = (corners: readonly Point[]): Point[] =>
  corners.map(({ x, y }) => ({ x: x / SURFACE_SIZE.width, y: y / SURFACE_SIZE.height }));
