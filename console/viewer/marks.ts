import type { Box } from '../../shared/kernel/geometry/box.ts';
import type { Point } from '../../shared/kernel/geometry/polygon.ts';
import { boxAt, cornersAt } from '../../shared/kernel/geometry/shape-at.ts';
import type { BoxKeyframe, SurfaceKeyframe, ViewerObject } from './viewer-document.ts';

/** The marks of an object in one frame, fractions of the frame. */
interface BoxMark {
  readonly object: ViewerObject;
  readonly box: Box;
}

interface SurfaceMark {
  readonly object: ViewerObject;
  readonly corners: readonly Point[];
}

export type Mark = BoxMark | SurfaceMark;

export const cornersOf = (mark: Mark): readonly Point[] =>
  'corners' in mark ? mark.corners : boxCorners(mark.box);

/** The objects that are seen in a frame, and where; nothing for those that are hidden there. */
export function marksAt(objects: Iterable<ViewerObject>, frame: number): Mark[] {
  const marks: Mark[] = [];
  for (const object of objects) {
    const mark = markAt(object, frame);
    if (mark) marks.push(mark);
  }
  return marks;
}

function markAt(object: ViewerObject, frame: number): Mark | undefined {
  if (object.kind === 'box') {
    const box = boxAt(object.track as readonly BoxKeyframe[], frame);
    return box && { object, box };
  }
  const corners = cornersAt(object.track as readonly SurfaceKeyframe[], frame);
  return corners && { object, corners };
}

/** Clockwise from the top left. */
const boxCorners = ({ x, y, width, height }: Box): Point[] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
];
