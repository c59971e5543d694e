import type { CallOutput } from '../../client/client.ts';
import { surfaceAt } from '../../client/surface-track.ts';
import type { getMetadata } from '../../shared/contract/routes/metadata.ts';
import type { BoxKeyframe } from '../../shared/contract/schemas/metadata.ts';
import type { Box } from '../../shared/kernel/geometry/box.ts';
import type { Point } from '../../shared/kernel/geometry/polygon.ts';
import { boxAt } from '../../shared/kernel/geometry/shape-at.ts';
import type { LabelledShape } from './labelled-shapes.ts';
import { drawable } from './text.ts';

type DocumentObject = CallOutput<typeof getMetadata>['objects'][string];

type Named = Pick<DocumentObject, 'id' | 'label' | 'userLabel' | 'kind'>;

/** What is written beside the objects: the name, and as much of the end of the id as distinguishes it from all others. */
export function labelsOf(objects: readonly Named[]): string[] {
  const ends = idEnds(objects.map(({ id }) => id));
  return objects.map(({ userLabel, label, kind }, i) => `${nameOf(userLabel, label, kind)} ${ends[i]}`);
}

/**
 * Finds the boxes and surfaces of a document's objects in a frame (rank in presentation order), in fractions of the frame, labelled as
 * by `labelsOf`.
 */
export function shapesIn(objects: readonly DocumentObject[]): (frame: number) => LabelledShape[] {
  const labels = labelsOf(objects);
  return (frame) =>
    objects.flatMap((object, i) => {
      const shape = shapeOf(object, frame);
      return shape === undefined ? [] : [{ ...shape, id: object.id, label: labels[i] ?? '' }];
    });
}

/** How many of the objects `shapesIn` draws in the frame. */
export const countIn = (objects: readonly DocumentObject[], frame: number): number =>
  objects.filter((object) => shapeOf(object, frame) !== undefined).length;

function shapeOf(object: DocumentObject, frame: number): Box | { corners: readonly Point[] } | undefined {
  if (object.kind === 'box') return boxAt(object.track as readonly BoxKeyframe[], frame);
  const corners = surfaceAt(object, frame);
  return corners && { corners };
}

/** The first name that can be drawn; `kind` always can. */
const nameOf = (userLabel: string | null, label: string, kind: string): string =>
  drawable(userLabel ?? label) ?? drawable(label) ?? kind;

/** Characters; ids that are no longer than `WHOLE` stay as they are. */
const SHORTEST = 4;
const WHOLE = 6;

/** The ends of the ids by which they can be distinguished: all of one length, as short as may be. */
export function idEnds(ids: readonly string[]): string[] {
  const longest = ids.reduce((most, { length }) => Math.max(most, length), 0);
  for (let length = SHORTEST; length < longest; length++) {
    const ends = ids.map((id) => (id.length <= WHOLE ? id : id.slice(-length)));
    if (new Set(ends).size === ids.length) return ends;
  }
  return [...ids];
}
