import { invalidAt } from '../../metadata/path.ts';
import { type Failure, failure } from '../evaluation.ts';
import { type Keyword, onNumber, requireNumber } from '../keyword.ts';
import { isMultipleOf } from '../multiple-of.ts';

const bound =
  (
    fits: (value: number, limit: number) => boolean,
    refuse: (limit: number, provided: number) => Failure,
  ): Keyword =>
  (limit, { path }) => {
    requireNumber(limit, path);
    return onNumber((value) => (fits(value, limit) ? null : refuse(limit, value)));
  };

export const minimum = bound(
  (value, limit) => value >= limit,
  (min, provided) => failure(`must be at least ${min}`, { min, provided }),
);

export const maximum = bound(
  (value, limit) => value <= limit,
  (max, provided) => failure(`must be at most ${max}`, { max, provided }),
);

export const exclusiveMinimum = bound(
  (value, limit) => value > limit,
  (limit) => failure(`must be more than ${limit}`),
);

export const exclusiveMaximum = bound(
  (value, limit) => value < limit,
  (limit) => failure(`must be less than ${limit}`),
);

/** Of exact numbers of up to some 650 digits. */
const STEPS_OF_DIVISION = 100;

export const multipleOf: Keyword = (factor, { path }) => {
  requireNumber(factor, path);
  if (factor <= 0) throw invalidAt(path, 'must be more than 0');
  return onNumber((value, { budget }) => {
    budget.spend(STEPS_OF_DIVISION);
    return isMultipleOf(value, factor) ? null : failure(`must be a multiple of ${factor}`);
  });
};
