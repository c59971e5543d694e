import { z } from 'zod';
import type { CallOutput } from '../../client/client.ts';
import type { getMetadata } from '../../shared/contract/routes/metadata.ts';
import { boxKeyframe } from '../../shared/contract/schemas/metadata.ts';
import { interpolate } from '../../shared/kernel/geometry/interpolate.ts';
import type { LabelledBox } from '../contact-sheet/labelled-boxes.ts';

type DocumentObject = CallOutput<typeof getMetadata>['objects'][string];
type BoxKeyframe = z.output<typeof boxKeyframe>;

const boxTrack = z.array(boxKeyframe);

/** The boxes of a document's objects in a frame (rank in presentation order), as fractions of the frame. */
export function boxesIn(objects: readonly DocumentObject[], frame: number): LabelledBox[] {
  return objects.flatMap((object) => {
    if (frame < object.firstFrame || frame > object.lastFrame) return [];
    const track = boxTrack.safeParse(object.track);
    const box = track.success ? boxAt(track.data, frame) : null;
    return box === null ? [] : [{ ...box, id: object.id, label: object.userLabel ?? object.label }];
  });
}

/** Between keyframes boxes are interpolated linearly by frame. */
function boxAt(keyframes: readonly BoxKeyframe[], frame: number) {
  const before = keyframes.findLast((keyframe) => keyframe.frame <= frame);
  const after = keyframes.find((keyframe) => keyframe.frame >= frame);
  if (before === undefined || after === undefined) return null;
  const share = after === before ? 0 : (frame - before.frame) / (after.frame - before.frame);
  return interpolate(before, after, share);
}
