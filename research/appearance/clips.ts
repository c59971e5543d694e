import { colourLayouts } from '../../shared/vision/appearance/colour-layout.ts';
import type { FrameDetections } from '../../shared/vision/network/detection.ts';
import type { TrackerFrame } from '../../shared/vision/tracking/stabilise.ts';
import { SCENE_NAMES, simulate } from '../mot/scenes.ts';
import { readSequence, type Sequence, sample } from '../mot/sequence.ts';
import type { Material } from './cutouts.ts';
import { type InferenceFrame, paint } from './paint.ts';

/** A known sequence at about five samples a second, whose sure detections carry what they look like. */
export interface DescribedClip {
  readonly sequence: Sequence;
  readonly stride: number;
  readonly frames: readonly TrackerFrame[];
}

const SAMPLES_PER_SECOND = 5;
/** As workers describe them. */
const SURE_SCORE = 0.5;
const SCENE_SIZE = { width: 1280, height: 720 };
/** Pixels of the frames of the public sequences. */
const SIZES: Readonly<Record<string, { width: number; height: number }>> = {
  'MOT17-02': { width: 1920, height: 1080 },
  'MOT17-04': { width: 1920, height: 1080 },
  'MOT17-05': { width: 640, height: 480 },
  'TUD-Campus': { width: 640, height: 480 },
};

/** The simulated scenes of the seeds, and where there is a folder the public sequences in it. */
export function sequencesOf(seeds: readonly number[], motFolder?: string): Sequence[] {
  const scenes = SCENE_NAMES.flatMap((name) => seeds.map((seed) => simulate(name, seed)));
  return motFolder === undefined
    ? scenes
    : [...scenes, ...Object.keys(SIZES).map((name) => readSequence(motFolder, name))];
}

export async function paintedClip(
  sequence: Sequence,
  material: Material,
  look: InferenceFrame,
  seed: number,
): Promise<DescribedClip> {
  const { name, truth, detections, fps } = sequence;
  const size = SIZES[name] ?? SCENE_SIZE;
  const stride = Math.max(1, Math.round(fps / SAMPLES_PER_SECOND));
  const sampled = sample(detections, fps, stride);
  const frames: FrameDetections[] = [];
  const wanted = sampled.map(({ frame }) => frame);
  for await (const { image } of paint(truth, { ...size, fps }, wanted, material, look, seed)) {
    const found = sampled[frames.length];
    if (!found) break;
    const scale = image.width / size.width;
    const sure = found.detections.filter(({ score }) => score >= SURE_SCORE);
    const boxes = sure.map(({ box: { x, y, width, height } }) => ({
      x: x * scale,
      y: y * scale,
      width: width * scale,
      height: height * scale,
    }));
    const layouts = new Map(colourLayouts(image, boxes).map((layout, i) => [sure[i], layout]));
    const described = found.detections.map((detection) => {
      const appearance = layouts.get(detection);
      return appearance ? { ...detection, appearance } : detection;
    });
    frames.push({ ...found, detections: described });
  }
  return { sequence, stride, frames };
}

/** The frames as if nothing were known of what objects look like. */
export const undescribed = (frames: readonly TrackerFrame[]): TrackerFrame[] =>
  frames.map((frame) => ({
    ...frame,
    detections: frame.detections.map(({ box, score, label }) => ({ box, score, label })),
  }));
