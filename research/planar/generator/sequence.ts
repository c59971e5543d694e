import type { Corners } from '../../../shared/kernel/geometry/homography.ts';
import { inverse, project, rectangleTo } from '../../../shared/kernel/geometry/homography.ts';
import { seededRandom } from '../../../shared/kernel/random/seeded-random.ts';
import type { LumaFrame } from '../../../shared/vision/planar/frame/luma-frame.ts';
import { KINDS } from './kinds.ts';
import { MISLEADING_KINDS } from './misleading.ts';
import { plain, poster, stone, tiledWall } from './procedural.ts';
import { render } from './render.ts';
import type { Scene } from './scene.ts';
import { SCREEN_KINDS } from './screens.ts';
import type { Texture } from './texture.ts';

/** A frame and where the surface is in it. */
export interface TrueFrame {
  readonly luma: LumaFrame;
  readonly corners: Corners;
  /** Share of the surface that lies in the picture, and of it the share that nothing covers. */
  readonly inside: number;
  readonly uncovered: number;
}

const PLAIN_KINDS = new Set(['low texture', 'part carried off']);

/**
 * A scene of a kind, the same for the same arguments.
 * @param pictures more textures; every second sequence has one of them
 */
export function sequenceScene(
  kind: string,
  seed: number,
  frames: number,
  pictures: readonly Texture[],
): Scene {
  const make = KINDS[kind] ?? MISLEADING_KINDS[kind] ?? SCREEN_KINDS[kind];
  if (!make) throw new RangeError(`no kind of scene is called ${kind}`);
  const random = seededRandom(7919 * seed + hashOf(kind));
  const taken = new Set<Texture>();
  const drawn = (): Texture => {
    const picture = notTaken(pictures, Math.floor(pictures.length * random()), taken);
    const own = Math.floor(2 ** 31 * random());
    if (picture && random() < 0.6) {
      taken.add(picture);
      return picture;
    }
    return random() < 0.7 ? poster(own) : stone(own);
  };
  const own = Math.floor(2 ** 31 * random());
  const surface = kind === 'tiled wall' ? tiledWall(own) : PLAIN_KINDS.has(kind) ? plain(own) : drawn();
  return make({ random, frames, variant: seed, surface, background: drawn(), other: drawn() });
}

/** The first from a place on that is not in the scene yet: a surface before itself would be there twice. */
const notTaken = (
  pictures: readonly Texture[],
  from: number,
  taken: ReadonlySet<Texture>,
): Texture | undefined =>
  [...pictures.slice(from), ...pictures.slice(0, from)].find((picture) => !taken.has(picture));

export function* trueFrames(scene: Scene, seed: number): Generator<TrueFrame> {
  const random = seededRandom(seed);
  for (let frame = 0; frame < scene.frames; frame++) {
    const corners = scene.corners(frame);
    yield { luma: render(scene, frame, random), corners, ...visibility(scene, frame, corners) };
  }
}

/** In 32 bits: a longer sum would round the seed away. */
const hashOf = (text: string): number =>
  [...text].reduce((sum, letter) => (Math.imul(31, sum) + letter.charCodeAt(0)) | 0, 7);

/** By points of a grid. */
function visibility(scene: Scene, frame: number, corners: Corners): { inside: number; uncovered: number } {
  const map = rectangleTo(corners, 1, 1);
  const covers = scene.occluders
    .filter(({ ofSurface }) => !ofSurface)
    .map((occluder) => rectangleTo(occluder.corners(frame), 1, 1))
    .map((h) => h && inverse(h));
  const count = 24;
  let [inside, uncovered] = [0, 0];
  const point = [0, 0];
  for (let i = 0; map && i < count * count; i++) {
    project(
      map,
      ((i % count) + 0.5) / (count / 2) - 1,
      (Math.floor(i / count) + 0.5) / (count / 2) - 1,
      point,
    );
    const [x = 0, y = 0] = point;
    if (x < 0 || y < 0 || x > scene.width || y > scene.height) continue;
    inside++;
    const covered = covers.some((back) => {
      if (!back) return false;
      project(back, x, y, point);
      return Math.abs(point[0] as number) <= 1 && Math.abs(point[1] as number) <= 1;
    });
    if (!covered) uncovered++;
  }
  return { inside: inside / count ** 2, uncovered: inside > 0 ? uncovered / inside : 0 };
}
