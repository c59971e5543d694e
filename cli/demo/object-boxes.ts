import { z } from 'zod';
import type { CallOutput } from '../../client/client.ts';
import type { getMetadata } from '../../shared/contract/routes/metadata.ts';
import { boxKeyframe } from '../../shared/contract/schemas/metadata.ts';
import { boxAt } from '../../shared/kernel/geometry/shape-at.ts';
import type { LabelledBox } from '../contact-sheet/labelled-boxes.ts';

type DocumentObject = CallOutput<typeof getMetadata>['objects'][string];

const boxTrack = z.array(boxKeyframe);

/** Finds the boxes of a document's objects in a frame (rank in presentation order), as fractions of the frame. */
export type BoxesIn = (frame: number) => LabelledBox[];

/** @param objects of which those that are no boxes are left out */
export function objectBoxes(objects: readonly DocumentObject[]): BoxesIn {
  const tracked = objects.flatMap(({ id, label, userLabel, track }) => {
    const keyframes = boxTrack.safeParse(track);
    return keyframes.success ? [{ id, label: userLabel ?? label, keyframes: keyframes.data }] : [];
  });
  return (frame) =>
    tracked.flatMap(({ id, label, keyframes }) => {
      const box = boxAt(keyframes, frame);
      return box === undefined ? [] : [{ ...box, id, label }];
    });
}
