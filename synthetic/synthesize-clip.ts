import type { Container } from '../shared/contract/video-formats.ts';
import { ClipEncoder } from './clip-encoder.ts';
import { type FractionBox, Scene, type Shape } from './scene.ts';

interface SynthesizeOptions {
  readonly seconds?: number;
  /** Pixels, both even. */
  readonly width?: number;
  readonly height?: number;
  /** Frames a second, an integer. */
  readonly fps?: number;
  readonly seed?: number;
  readonly container?: Container;
}

/** Ground truth of one object. */
interface SyntheticObject {
  readonly shape: Shape;
  /** One a frame: the box of the part inside the picture (hidden by others or not); null while it is outside. */
  readonly boxes: readonly (FractionBox | null)[];
}

interface SyntheticClip {
  readonly frameCount: number;
  /** In drawing order: a later one hides an earlier one. */
  readonly objects: readonly SyntheticObject[];
}

/**
 * Writes a clip of moving, textured objects (scene.ts) to `path`, and returns where each object is in each frame.
 * Equal options give an equal file. MP4 and MOV: H.264 with the index in front; WebM: VP9.
 * @throws FFmpegError when the file cannot be written or the size is refused.
 */
export async function synthesizeClip(path: string, options: SynthesizeOptions = {}): Promise<SyntheticClip> {
  const { seconds = 10, width = 640, height = 360, fps = 30, seed = 1, container = 'mp4' } = options;
  const frameCount = Math.max(1, Math.round(seconds * fps));
  const scene = new Scene(width, height, seed);
  using encoder = await ClipEncoder.open(path, {
    container,
    width,
    height,
    ticksPerSecond: fps,
    muxerOptions: container === 'webm' ? {} : { movflags: '+faststart' },
  });
  const boxes: (FractionBox | null)[][] = [];
  for (let frame = 0; frame < frameCount; frame++) {
    const rendered = scene.at(frame / frameCount);
    boxes.push([...rendered.boxes]);
    await encoder.add(rendered.image, frame);
  }
  await encoder.finish();
  const objects = scene.shapes.map((shape, i) => ({ shape, boxes: boxes.map((row) => row[i] ?? null) }));
  return { frameCount, objects };
}
