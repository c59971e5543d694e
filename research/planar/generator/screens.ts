import type { Corners } from '../../../shared/kernel/geometry/homography.ts';
import { type Course, type Pose, posed, type Random, swing } from './motion.ts';
import { even } from './procedural.ts';
import type { Occluder, Scene, Shift } from './scene.ts';
import { type Materials, mixed, partOf, passing, scene } from './staging.ts';
import { blended, type Texture } from './texture.ts';

/** What a screen shows: which picture, moved by how much of it, and what moves before that. */
interface Content {
  readonly look: (time: number) => Texture;
  readonly moved: (time: number) => Shift;
  readonly figures?: readonly ((screen: (time: number) => Corners) => Occluder)[];
}

type Play = (materials: Materials, contrasted: (texture: Texture) => Texture) => Content;

const sign = (random: Random): number => (random() < 0.5 ? -1 : 1);

/** Shares of its height by which content is moved in jerks: it rests, is flicked, runs out, and rests again. */
function flicks(random: Random): Course {
  const flicked = Array.from({ length: 12 }, () => sign(random) * (0.15 + 0.5 * random()));
  const every = 12 + 6 * random();
  return (time) =>
    flicked.reduce((sum, way, i) => {
      const since = time - every * (i + 0.4);
      return since > 0 ? sum + way * (1 - 0.7 ** since) : sum;
    }, 0);
}

/** Something that walks to and fro over the screen. */
function figure(look: Texture, random: Random): (screen: (time: number) => Corners) => Occluder {
  const [across, top, width] = [swing(random, 0.22, 40), 0.2 + 0.2 * random(), 0.14 + 0.1 * random()];
  return (screen) => ({
    look,
    ofSurface: true,
    corners: (time) => {
      const left = 0.43 + across(time);
      return partOf(screen(time), left, top, left + width, top + 0.5);
    },
  });
}

const still: Play = ({ surface }, contrasted) => {
  const look = contrasted(surface);
  return { look: () => look, moved: () => [0, 0] };
};

const PLAYS: Readonly<Record<string, Play>> = {
  scrolls: (materials, contrasted) => {
    const speed = sign(materials.random) * (0.006 + 0.024 * materials.random());
    return { ...still(materials, contrasted), moved: (time) => [0, speed * time] };
  },
  pans: (materials, contrasted) => {
    const speed = sign(materials.random) * (0.004 + 0.016 * materials.random());
    return { ...still(materials, contrasted), moved: (time) => [speed * time, 0] };
  },
  'is flicked': (materials, contrasted) => {
    const way = flicks(materials.random);
    return { ...still(materials, contrasted), moved: (time) => [0, way(time)] };
  },
  'is a video': (materials, contrasted) => {
    const { random, other, background } = materials;
    const [x, y] = [swing(random, 0.15, 60), swing(random, 0.06, 50)];
    return {
      ...still(materials, contrasted),
      moved: (time) => [x(time), y(time)],
      figures: [figure(contrasted(other), random), figure(contrasted(background), random)],
    };
  },
  'is cut': ({ random, surface, other }, contrasted) => {
    const [shots, length] = [[surface, other].map(contrasted) as [Texture, Texture], 9 + 5 * random()];
    const shotAt = (time: number): number => Math.floor(Math.max(0, time) / length);
    const pan = sign(random) * 0.004;
    return {
      look: (time) => shots[shotAt(time) % 2 === 0 ? 0 : 1],
      moved: (time) => [pan * time, 0.55 * Math.floor(shotAt(time) / 2)],
    };
  },
};

/** Shares of the screen's height that a thin and a thick bezel are wide. */
const [THIN, THICK] = [0.025, 0.09];
/** Content that has less contrast is a dim screen's. */
const CONTRASTS = [1, 0.5, 0.25] as const;

interface Camera {
  readonly motion: (time: number) => Partial<Pose>;
  readonly behind: (time: number) => Corners;
}

const stands: (random: Random) => Camera = () => ({
  motion: () => ({}),
  behind: () => posed({ x: 320, y: 180, width: 800, height: 520 }),
});

/** All moves in the picture as it does before a camera in somebody's hand; what is farther away, a little less. */
const handheld = (random: Random): Camera => {
  const [x, y, roll] = [swing(random, 14, 45), swing(random, 9, 35), swing(random, 0.03, 50)];
  const [zoom, yaw] = [swing(random, 0.05, 70), swing(random, 0.08, 80)];
  return {
    motion: (time) => ({
      x: 320 + x(time),
      y: 180 + y(time),
      roll: roll(time),
      yaw: yaw(time),
      width: Math.exp(zoom(time)),
      height: Math.exp(zoom(time)),
    }),
    behind: (time) =>
      posed({
        x: 320 + 0.92 * x(time),
        y: 180 + 0.92 * y(time),
        roll: roll(time),
        width: 800 * Math.exp(0.9 * zoom(time)),
        height: 520 * Math.exp(0.9 * zoom(time)),
      }),
  };
};

/** Moved in somebody's hand before what stands still: sizes are factors, as those of cameras. */
const carried = (random: Random): Camera => {
  const motion = mixed(random);
  return {
    ...stands(random),
    motion: (time) => {
      const { width = 240, height = 180, ...rest } = motion(time);
      return { ...rest, width: width / 240, height: height / 180 };
    },
  };
};

/**
 * A screen with a bezel: dark or bright, thin or thick, marked along its outer or its inner edge; its content has much
 * contrast or little.
 * Every one of the eight bezels is there once in eight scenes in a row.
 */
function screen(materials: Materials, play: Play, camera: Camera, hand = false): Scene {
  const { random, variant, other } = materials;
  const [thick, bright, outer] = [1, 2, 4].map((bit) => (variant & bit) !== 0);
  const bezel = (bright ? 205 : 18) + 25 * random();
  const contrast = CONTRASTS[Math.floor(random() * CONTRASTS.length)] as number;
  const grey = even(70 + 80 * random());
  const content = play(materials, (texture) => blended(texture, grey, contrast));
  const portrait = random() < 0.25;
  const [width, height] = portrait ? [110, 190] : [300, 180];
  const share = thick ? THICK : THIN;
  const [x, y] = [share * (180 / width), share * (180 / height)];
  const outside = (time: number): Corners => {
    const pose = { x: 320, y: 180, ...camera.motion(time) };
    return posed({ ...pose, width: width * (pose.width ?? 1), height: height * (pose.height ?? 1) });
  };
  const inside = (time: number): Corners => partOf(outside(time), x, y, 1 - x, 1 - y);
  const parts: Occluder[] = [
    { look: bezel, ofSurface: true, corners: outside },
    { look: content.look, moved: content.moved, ofSurface: true, corners: inside },
    ...(content.figures ?? []).map((make) => make(inside)),
  ];
  return scene(materials, () => ({}), {
    corners: outer ? outside : inside,
    behind: camera.behind,
    occluders: hand ? [...parts, passing(random, blended(other, even(160), 0.4), 80, 45)] : parts,
  });
}

/** A sheet with a printed margin, or without one. */
function sheet(materials: Materials, camera: Camera, hand = false): Scene {
  const { random, variant, surface, other } = materials;
  const margin = variant & 1 ? 0.05 : 0;
  const level = variant & 2 ? 235 : 40;
  const outside = (time: number): Corners => {
    const pose = { x: 320, y: 180, ...camera.motion(time) };
    return posed({ ...pose, width: 240 * (pose.width ?? 1), height: 180 * (pose.height ?? 1) });
  };
  const parts: Occluder[] = [
    { look: level, ofSurface: true, corners: outside },
    {
      look: surface,
      ofSurface: true,
      corners: (time) => partOf(outside(time), margin, margin, 1 - margin, 1 - margin),
    },
  ];
  return scene(materials, () => ({}), {
    corners: outside,
    behind: camera.behind,
    occluders: hand ? [...parts, passing(random, blended(other, even(160), 0.4), 80, 45)] : parts,
  });
}

type Kind = (materials: Materials) => Scene;

const played = (camera: (random: Random) => Camera): [string, Kind][] =>
  Object.entries(PLAYS).map(([name, play]) => [
    `content ${name}${camera === handheld ? ', handheld' : ''}`,
    (materials) => screen(materials, play, camera(materials.random)),
  ]);

const scrolls = PLAYS.scrolls as Play;

/**
 * Screens whose content moves while they do not, or otherwise than they do; and what moves as a whole, which must go on
 * being followed.
 */
export const SCREEN_KINDS: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries([...played(stands), ...played(handheld)]),
  'content scrolls, carried': (materials) => screen(materials, scrolls, carried(materials.random)),
  'content scrolls, hand before it': (materials) =>
    screen(materials, scrolls, stands(materials.random), true),
  'content rests, handheld': (materials) => screen(materials, still, handheld(materials.random)),
  'content rests, carried': (materials) => screen(materials, still, carried(materials.random)),
  'sheet, carried': (materials) => sheet(materials, carried(materials.random)),
  'sheet, hand before it': (materials) => sheet(materials, handheld(materials.random), true),
};
