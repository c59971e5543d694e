import { intersection, iou } from '../../shared/kernel/geometry/box.ts';
import type { Detection } from '../../shared/vision/network/detection.ts';
import type { LabelledBox } from './labelled-images.ts';

/** A detection, and whether it shows an object of its label. */
export interface JudgedDetection {
  readonly score: number;
  readonly label: string;
  readonly right: boolean;
}

const MATCH_IOU = 0.5;

/**
 * Compares the detections of one picture with its objects, as the evaluation of COCO does: the surest first, each takes the
 * object of its label that it overlaps most, from an IoU of 0.5. A second box on an object is wrong; one that lies half
 * in a crowd is left out.
 */
export function judge(detections: readonly Detection[], objects: readonly LabelledBox[]): JudgedDetection[] {
  const free = new Set(objects.filter(({ crowd }) => !crowd));
  return detections
    .toSorted((a, b) => b.score - a.score)
    .flatMap(({ box, score, label }): JudgedDetection[] => {
      let best: LabelledBox | undefined;
      let most = MATCH_IOU;
      for (const object of free) {
        const overlap = object.label === label ? iou(object.box, box) : 0;
        if (overlap >= most) [best, most] = [object, overlap];
      }
      if (best) {
        free.delete(best);
        return [{ score, label, right: true }];
      }
      const area = box.width * box.height;
      const inCrowd = objects.some(
        (object) => object.crowd && object.label === label && 2 * intersection(object.box, box) >= area,
      );
      return inCrowd ? [] : [{ score, label, right: false }];
    });
}
