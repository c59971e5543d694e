import type { Corners } from '../../../shared/kernel/geometry/homography.ts';
import { type Pose, posed, ramp, swing } from './motion.ts';
import type { Occluder, Scene } from './scene.ts';
import { drifting, type Materials, mixed, scene, within } from './staging.ts';
import { blended } from './texture.ts';

/** Share that a look-alike has of the original's own look; the rest is another texture. */
const LIKENESS = 0.65;

/** Frames at which another shot begins and ends. */
const [CUT, CUT_BACK] = [16, 40];

/** Surfaces that are taken away while the picture stays full of other things, and some of them alike. */
export const VANISHING_KINDS: Readonly<Record<string, (materials: Materials) => Scene>> = {
  'gone for good': (materials) => {
    const { random, other, background } = materials;
    const [drift, away] = [mixed(random), ramp(8, 24)];
    const [side, sway] = [random() < 0.5 ? -1 : 1, drifting(random, 30, 40)];
    // The camera turns: everything moves with the surface, and other things come into view.
    const turned = (time: number): number => side * 560 * away(time);
    const thing = (x: number, look: Occluder['look']): Occluder => ({
      look,
      corners: (time) => {
        const { x: u, y: v } = sway(time);
        return posed({ x: u - side * x + turned(time), y: v, width: 170, height: 210, roll: 0.1 });
      },
    });
    const move = (time: number): Partial<Pose> => {
      const pose = drift(time);
      return { ...pose, x: (pose.x ?? 320) + turned(time) };
    };
    return scene(materials, move, {
      occluders: [thing(500, other), thing(690, background)],
      behind: (time) => posed({ x: 320 - side * 280 + turned(time), y: 180, width: 1500, height: 620 }),
    });
  },
  'another shot in between': (materials) => {
    const { random, other } = materials;
    const [motion, sway, roll] = [mixed(random), drifting(random, 60), swing(random, 0.1, 60)];
    const away: Corners = posed({ x: -2000, y: 180, width: 900, height: 560 });
    const shot: Occluder = {
      look: other,
      corners: (time) =>
        CUT <= time && time < CUT_BACK
          ? posed({ ...sway(time), roll: roll(time), width: 900, height: 560 })
          : away,
    };
    return scene(materials, motion, { occluders: [shot] });
  },
  'look-alikes': (materials) => {
    const { random, surface, other } = materials;
    const [drift, zoom, roll] = [drifting(random, 25), swing(random, 0.12, 70), swing(random, 0.08, 60)];
    const [take, up] = [ramp(16, 24), random() < 0.5 ? -1 : 1];
    const size = (time: number): Partial<Pose> => ({
      width: 130 * Math.exp(zoom(time)),
      height: 170 * Math.exp(zoom(time)),
      roll: roll(time),
    });
    const twin = blended(surface, other, LIKENESS);
    const copy = (offset: number): Occluder => ({
      look: twin,
      corners: (time) => {
        const { x, y } = drift(time);
        return posed({ width: 130, height: 170, ...size(time), x: x + offset, y });
      },
    });
    return scene(
      materials,
      (time) => {
        const { x, y } = drift(time);
        return { ...size(time), x, y: y + up * 420 * take(time) };
      },
      { occluders: [copy(-185), copy(190)] },
    );
  },
  'part carried off': (materials) => {
    const { random, other } = materials;
    const drift = drifting(random, 15);
    const [take, turn] = [ramp(16, 28), swing(random, 0.05, 60)];
    const corners = (time: number): Corners =>
      posed({ ...drift(time), width: 330, height: 200, roll: turn(time) });
    const standing = (u: number, taken: boolean): Occluder => ({
      look: other,
      corners: (time) => {
        const up = taken ? 1.9 * take(time) : 0;
        return within(corners(time), u, 0.12 - up, u + 0.17, 0.9 - up);
      },
    });
    return scene(materials, () => ({}), {
      corners,
      behind: corners,
      background: materials.surface,
      occluders: [
        standing(0.1, random() < 0.5),
        standing(0.42, true),
        standing(0.76, false),
        standing(1.1, false),
      ],
    });
  },
};
