import type { SampledFrame } from '../../inference/detectors/detector.ts';
import type { Box, Size } from '../../kernel/geometry/box.ts';
import { colourLayouts, HIDDEN, LAYOUT_BYTES } from '../../vision/appearance/colour-layout.ts';
import type { Detection } from '../../vision/network/detection.ts';

/**
 * The colour layouts of the detections of a frame in their order, one after the other, in base64; all bytes of a layout
 * are 0 where none is known. Undefined where none is known at all.
 * @param displayed size of the frame that the boxes are of
 * @param sureScore doubtful detections are no objects: they are not described, and hide nothing
 */
export function packedAppearances(
  picture: SampledFrame,
  detections: readonly Detection[],
  displayed: Size,
  sureScore: number,
): string | undefined {
  const [scaleX, scaleY] = [picture.width / displayed.width, picture.height / displayed.height];
  const scaled = ({ x, y, width, height }: Box): Box => ({
    x: x * scaleX,
    y: y * scaleY,
    width: width * scaleX,
    height: height * scaleY,
  });
  const sure = [...detections.entries()].filter(([, { score }]) => score >= sureScore);
  const layouts = colourLayouts(
    picture,
    sure.map(([, { box }]) => scaled(box)),
  );
  if (layouts.every((layout) => layout === undefined)) return undefined;
  const bytes = Buffer.alloc(LAYOUT_BYTES * detections.length, HIDDEN);
  sure.forEach(([position], i) => {
    bytes.set(layouts[i] ?? [], LAYOUT_BYTES * position);
  });
  return bytes.toString('base64');
}

/** The detections of a frame, each with its colour layout where that is known. */
export function withAppearances(
  detections: readonly Detection[],
  packed: string | undefined,
): readonly Detection[] {
  if (packed === undefined) return detections;
  const bytes = Buffer.from(packed, 'base64');
  return detections.map((detection, i) => {
    const appearance = bytes.subarray(LAYOUT_BYTES * i, LAYOUT_BYTES * (i + 1));
    return appearance.every((byte) => byte === HIDDEN) ? detection : { ...detection, appearance };
  });
}
