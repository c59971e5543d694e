import type { Corners } from '../../../shared/kernel/geometry/homography.ts';
import { posed, swing } from './motion.ts';
import { boards } from './procedural.ts';
import type { Occluder, Scene } from './scene.ts';
import { HEIGHT, type Materials, mixed, scene, WIDTH } from './staging.ts';

const BARS = 16;
/** Share of the picture that bars cover. */
const BARS_SHARE = 0.3;

/** Surfaces whose cells fit where the surface is not: most of what is seen of them does not move as they do, or does not tell how. */
export const MISLEADING_KINDS: Readonly<Record<string, (materials: Materials) => Scene>> = {
  /** A part of a boarded wall, without a border: nothing shows how far it moves along the boards. */
  boards: (materials) => {
    const { random } = materials;
    const [along, across, roll] = [swing(random, 70, 70), swing(random, 20, 60), swing(random, 0.05, 60)];
    const wall = boards(Math.floor(2 ** 31 * random()));
    const corners = (time: number): Corners =>
      posed({ x: 320 + along(time), y: 180 + across(time), width: 240, height: 180, roll: roll(time) });
    // The wall goes on beyond its corners.
    return scene({ ...materials, surface: wall, background: wall }, () => ({}), { corners, behind: corners });
  },
  /** Bars before the surface that stand still while it moves. */
  'behind bars': (materials) => {
    const { random, other } = materials;
    const width = (BARS_SHARE * WIDTH) / BARS;
    const bar = (place: number): Occluder => {
      const corners = posed({ x: ((place + 0.5) * WIDTH) / BARS, y: HEIGHT / 2, width, height: HEIGHT });
      return { look: other, corners: () => corners };
    };
    return scene(materials, mixed(random), { occluders: Array.from({ length: BARS }, (_, i) => bar(i)) });
  },
};
