import { fillRectangle } from '../../../cli/contact-sheet/draw.ts';
import { blankImage, type Rgb } from '../../../shared/media/pictures/rgb-image.ts';
import { ClipEncoder } from '../../../synthetic/clip-encoder.ts';

const SIZE = { width: 320, height: 180 };
const SHAPE = { width: 44, height: 28 };

const COLOURS = {
  red: [220, 25, 25],
  green: [25, 200, 25],
  blue: [30, 30, 220],
} as const satisfies Record<string, Rgb>;

/** Writes a clip, ten frames a second, in which a shape of each colour crosses a dark scene in its own lane. */
export async function colouredShapes(
  file: string,
  colours: readonly Rgb[] = Object.values(COLOURS),
  frames = 50,
): Promise<void> {
  using encoder = await ClipEncoder.open(file, { container: 'mp4', ...SIZE, ticksPerSecond: 10 });
  for (let frame = 0; frame < frames; frame++) {
    const image = blankImage(SIZE.width, SIZE.height, [35, 35, 35]);
    for (const [lane, colour] of colours.entries()) {
      const x = ((SIZE.width - SHAPE.width) * frame) / (frames - 1);
      const y = ((lane + 0.5) * SIZE.height) / colours.length - SHAPE.height / 2;
      fillRectangle(image, { x: lane % 2 === 0 ? x : SIZE.width - SHAPE.width - x, y, ...SHAPE }, colour);
    }
    await encoder.add(image, frame);
  }
  await encoder.finish();
}
