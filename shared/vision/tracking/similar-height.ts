import type { Size } from '../../kernel/geometry/box.ts';

/** Boxes whose heights differ by a greater factor are not taken for the same object. */
const MAX_HEIGHT_RATIO = 1.2;

/** Whether two boxes of samples near each other can be of one object by their heights. */
export function similarHeight(a: Size, b: Size): boolean {
  const ratio = a.height / b.height;
  return !(ratio > MAX_HEIGHT_RATIO || ratio < 1 / MAX_HEIGHT_RATIO);
}
