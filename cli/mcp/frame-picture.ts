import type { CallOutput } from '../../client/client.ts';
import type { listObjectsInFrame } from '../../shared/contract/routes/object-queries.ts';
import { decodeFrames } from '../../shared/media/decode/decode-frames.ts';
import { encodeJpeg } from '../../shared/media/pictures/jpeg.ts';
import { drawLabelledShapes, type LabelledShape } from '../contact-sheet/labelled-shapes.ts';
import { labelsOf } from '../contact-sheet/object-shapes.ts';
import { trackColour } from '../contact-sheet/palette.ts';
import type { UploadedVideo } from '../contact-sheet/uploaded-video.ts';
import { CommandFailure } from '../failures.ts';

type PlacedObject = CallOutput<typeof listObjectsInFrame>['objects'][number];

/**
 * One frame with the given objects drawn in.
 * @param longerSide pixels; smaller videos are shown in their own size
 * @returns a JPEG
 * @throws CommandFailure `CORRUPT_DATA` where the frame cannot be decoded
 */
export async function framePicture(
  { source, probe }: UploadedVideo,
  frame: number,
  objects: readonly PlacedObject[],
  longerSide: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const scale = Math.min(1, longerSide / Math.max(probe.width, probe.height));
  const side = (pixels: number): number => Math.max(1, Math.round(pixels * scale));
  const output = { width: side(probe.width), height: side(probe.height), format: 'rgb24' as const };
  const ids = objects.map(({ id }) => id);
  for await (const image of decodeFrames(source, probe.frames, [frame], output, { signal })) {
    drawLabelledShapes(image, shapesOf(objects), (id) => trackColour(ids.indexOf(String(id))));
    return encodeJpeg(image);
  }
  throw new CommandFailure('CORRUPT_DATA', `Frame ${frame} cannot be decoded.`);
}

function shapesOf(objects: readonly PlacedObject[]): LabelledShape[] {
  const labels = labelsOf(objects);
  return objects.flatMap(({ id, box, corners }, i) => {
    const place = box ?? (corners && { corners });
    return place === undefined ? [] : [{ ...place, id, label: labels[i] ?? '' }];
  });
}
