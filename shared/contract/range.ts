/** An inclusive range and the value outside it: a number, or the size of a text, list or file. */
export interface RangeViolation {
  /** 0 where the range has no lower end. */
  min?: number | undefined;
  max: number;
  provided: unknown;
}

/** The `details` of every error about a range (interface specification, section 7). */
export const rangeDetails = ({ min = 0, max, provided }: RangeViolation) => ({ min, max, provided });

/** What a number, or the length of a text or list, must be: completes "<field> …". */
export function rangeWords({ min, max }: { min?: number; max: number }, origin: string): string {
  const unit = origin === 'string' ? 'character' : origin === 'array' ? 'item' : null;
  const verb = unit === null ? 'must be' : 'must have';
  const counted = (count: number): string =>
    unit === null ? String(count) : `${count} ${unit}${count === 1 ? '' : 's'}`;
  if (min === max) return `${verb} exactly ${counted(max)}`;
  if (min === undefined) return `${verb} at most ${counted(max)}`;
  // Beyond it numbers are not exact: no limit that anybody chose.
  if (max === Number.MAX_SAFE_INTEGER) return `${verb} at least ${counted(min)}`;
  return `${verb} at least ${min} and at most ${counted(max)}`;
}
