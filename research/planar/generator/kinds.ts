import type { Corners } from '../../../shared/kernel/geometry/homography.ts';
import { type Course, jumps, posed, ramp, swing } from './motion.ts';
import { plaster } from './procedural.ts';
import type { Occluder, Scene } from './scene.ts';
import { drifting, type Materials, mixed, passing, scene, WIDTH, within } from './staging.ts';
import { VANISHING_KINDS } from './vanishing.ts';

/** Moved to and fro so fast that it is blurred by up to 30 pixels. */
function shaken(materials: Materials, clock: Course): Scene {
  const { random } = materials;
  const [angle, phase, roll] = [Math.PI * random(), 6.28 * random(), swing(random, 0.08, 60)];
  const along = (time: number): number =>
    130 * (Math.sin((2 * Math.PI * time) / 19.7 + phase) - Math.sin(phase));
  return scene(
    materials,
    (time) => ({
      x: 320 + Math.cos(angle) * along(clock(time)),
      y: 180 + 0.45 * Math.sin(angle) * along(clock(time)),
      roll: roll(clock(time)),
    }),
    { exposure: 0.75 },
  );
}

export const KINDS: Readonly<Record<string, (materials: Materials) => Scene>> = {
  scale: (materials) => {
    const [drift, zoom] = [drifting(materials.random, 25), swing(materials.random, 0.5, 80)];
    return scene(materials, (time) => ({
      ...drift(time),
      width: 240 * Math.exp(zoom(time)),
      height: 180 * Math.exp(zoom(time)),
    }));
  },
  rotation: (materials) => {
    const [drift, roll] = [drifting(materials.random), swing(materials.random, 1.2, 90)];
    return scene(materials, (time) => ({ ...drift(time), roll: roll(time) }));
  },
  perspective: (materials) => {
    const { random } = materials;
    const [drift, yaw, pitch] = [drifting(random, 30), swing(random, 0.7, 80), swing(random, 0.6, 65)];
    return scene(materials, (time) => ({ ...drift(time), yaw: yaw(time), pitch: pitch(time) }));
  },
  mixed: (materials) => scene(materials, mixed(materials.random)),
  lighting: (materials) => {
    const [gain, bias, tilt] = [0, 0, 0].map(() => swing(materials.random, 0.5, 40)) as [
      Course,
      Course,
      Course,
    ];
    return scene(materials, mixed(materials.random), {
      light: (x, _, time) => [
        0.8 * Math.exp(0.7 * gain(time) + tilt(time) * (x / WIDTH - 0.5)),
        50 * bias(time),
      ],
    });
  },
  spotlights: (materials) => {
    const { random } = materials;
    const courses = [0, 1, 2].map(() => [swing(random, 200, 50), swing(random, 110, 40)] as const);
    return scene(materials, mixed(random), {
      light: (x, y, time) => {
        let gain = 0.55;
        for (const [i, [u, v]] of courses.entries()) {
          const distance = ((x - 320 - u(time)) ** 2 + (y - 180 - v(time)) ** 2) / (40 + 25 * i) ** 2;
          gain += i < 2 ? 0.9 * Math.exp(-distance) : -0.35 / (1 + distance ** 4);
        }
        return [gain, 0];
      },
    });
  },
  jumps: (materials) => {
    const { random } = materials;
    const [x, y, roll] = [jumps(random, 120, 12), jumps(random, 60, 12), jumps(random, 0.3, 12)];
    const drift = drifting(random, 20);
    return scene(materials, (time) => ({
      x: drift(time).x + x(time),
      y: drift(time).y + y(time),
      roll: roll(time),
    }));
  },
  small: (materials) => {
    const motion = mixed(materials.random);
    return scene(materials, (time) => {
      const { width = 240, height = 180, ...rest } = motion(time);
      return { ...rest, width: width / 5, height: height / 5 };
    });
  },
  'partly out of view': (materials) => {
    const { random } = materials;
    const [drift, out] = [mixed(random), swing(random, 0.06, 50)];
    const sign = random() < 0.5 ? -1 : 1;
    return scene(materials, (time) => {
      const { x = 320, ...rest } = drift(time);
      const far = Math.sin((Math.PI * Math.min(time, 80)) / 60) ** 2;
      return { ...rest, x: x + sign * far * (300 + 100 * out(time)) };
    });
  },
  occlusion: (materials) => {
    const { random, other } = materials;
    const occluders = [
      passing(random, 40 + 170 * random(), 90, 50),
      passing(random, other, 70, 37),
      passing(random, 40 + 170 * random(), 60, 29),
    ];
    return scene(materials, mixed(random), { occluders });
  },
  blur: (materials) => shaken(materials, (time) => time),
  'blurred start': (materials) => shaken(materials, (time) => Math.max(0, time)),
  'textured occluder': (materials) => {
    const { random, other } = materials;
    const motion = mixed(random);
    const [x, y] = [swing(random, 0.07, 55), swing(random, 0.07, 45)];
    const [left, top] = [0.02 + 0.14 * random(), 0.02 + 0.14 * random()];
    const at = (time: number): Corners => {
      const come = 1.3 * (1 - ramp(4, 14)(time));
      const [u, v] = [left + x(time) - come, top + y(time)];
      return within(
        posed({ x: 320, y: 180, width: 240, height: 180, ...motion(time) }),
        u,
        v,
        u + 0.82,
        v + 0.8,
      );
    };
    return scene(materials, motion, { occluders: [{ look: other, corners: at }] });
  },
  'leaving and coming back': (materials) => {
    const { random } = materials;
    const drift = mixed(random);
    const [away, side] = [ramp(8, 26), random() < 0.5 ? -1 : 1];
    const back = ramp(32, 52);
    return scene(materials, (time) => {
      const { x = 320, y = 180, ...rest } = drift(time);
      // Out on one side, in on the other.
      return time < 29
        ? { ...rest, x: x + side * 520 * away(time), y }
        : { ...rest, x: x - side * 520 * (1 - back(time)), y: y + 30 };
    });
  },
  'full occlusion': (materials) => {
    const { random, other } = materials;
    const [come, go] = [ramp(12, 18), ramp(43, 49)];
    const cover: Occluder = {
      look: other,
      corners: (time) =>
        posed({ x: 320 - 800 * (1 - come(time)) + 800 * go(time), y: 180, width: 700, height: 420 }),
    };
    return scene(materials, mixed(random), { occluders: [cover] });
  },
  'noise and compression': (materials) =>
    scene(materials, mixed(materials.random), { noise: 8, rollingNoise: 60, quantisation: 14 }),
  'tiled wall': (materials) => scene(materials, mixed(materials.random)),
  /** Marked on a plastered wall that goes on beside it; what passes over it touches it from the first frame on, on one side. */
  'part of a wall': (materials) => {
    const { random, other } = materials;
    const wall = plaster(Math.floor(2 ** 31 * random()));
    const pan = random() < 0.5 ? drifting(random, 15) : () => ({});
    const from = random() < 0.5 ? -1 : 1;
    const corners = (time: number): Corners =>
      posed({ x: 320, y: 180, width: 240, height: 180, ...pan(time) });
    const ball: Occluder = {
      look: other,
      corners: (time) => posed({ x: 320 + from * 3 * (time - 30), y: 280, width: 70, height: 70 }),
    };
    return scene({ ...materials, surface: wall, background: wall }, () => ({}), {
      corners,
      behind: corners,
      occluders: [ball],
      noise: 0.7,
      quantisation: 2,
    });
  },
  'low texture': (materials) => scene(materials, mixed(materials.random)),
  reflections: (materials) =>
    scene(materials, mixed(materials.random), { reflection: { texture: materials.other, share: 0.45 } }),
  'strong reflections': (materials) =>
    scene(materials, mixed(materials.random), { reflection: { texture: materials.other, share: 0.7 } }),
  'zoom by 4': (materials) => {
    const { random, frames } = materials;
    const drift = drifting(random, 15);
    const inwards = random() < 0.5;
    return scene(materials, (time) => {
      const zoom = 4 ** (inwards ? time / frames : -time / frames);
      const side = inwards ? 80 : 260;
      return { ...drift(time), width: side * zoom, height: 0.75 * side * zoom };
    });
  },
  ...VANISHING_KINDS,
};
