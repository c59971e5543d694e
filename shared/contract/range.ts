/** An inclusive range and the value outside it: a number, or the size of a text, list or file. */
export interface RangeViolation {
  /** 0 where the range has no lower end. */
  min?: number | undefined;
  max: number;
  provided: unknown;
}

/** The `details` of every error about a range (interface specification, section 7). */
export const rangeDetails = ({ min = 0, max, provided }: RangeViolation) => ({ min, max, provided });
