import { fillRectangle } from '../../../cli/contact-sheet/draw.ts';
import type { Box } from '../../../shared/kernel/geometry/box.ts';
import { blankImage } from '../../../shared/media/pictures/rgb-image.ts';
import { ClipEncoder } from '../../../synthetic/clip-encoder.ts';

const SIZE = { width: 320, height: 180 };
const SHAPE = { width: 36, height: 60 };
/** Pixels a frame. */
const SPEED = 3;

export const FRAME_COUNT = 90;
/** The first and the last frame in which the shape is not to be seen. */
export const HIDDEN_FRAMES = { first: 35, last: 49 };

/** Where the shape is, in fractions of the frame; undefined where it is hidden. */
export function shapeIn(frame: number): Box | undefined {
  if (frame >= HIDDEN_FRAMES.first && frame <= HIDDEN_FRAMES.last) return undefined;
  return {
    x: (SPEED * frame) / SIZE.width,
    y: 60 / SIZE.height,
    width: SHAPE.width / SIZE.width,
    height: SHAPE.height / SIZE.height,
  };
}

/** Writes a clip, ten frames a second, in which a shape crosses a dark scene and is hidden for a second and a half. */
export async function hidingShape(file: string): Promise<void> {
  using encoder = await ClipEncoder.open(file, { container: 'mp4', ...SIZE, ticksPerSecond: 10 });
  for (let frame = 0; frame < FRAME_COUNT; frame++) {
    const image = blankImage(SIZE.width, SIZE.height, [35, 35, 35]);
    if (shapeIn(frame)) fillRectangle(image, { x: SPEED * frame, y: 60, ...SHAPE }, [40, 200, 60]);
    await encoder.add(image, frame);
  }
  await encoder.finish();
}
