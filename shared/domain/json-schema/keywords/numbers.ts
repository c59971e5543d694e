import { invalidAt } from '../../json/path.ts';
import { failure } from '../evaluation.ts';
import { type Keyword, onNumber, rangeOf, requireNumber } from '../keyword.ts';

/** No number of a request lies beyond them. */
const DOUBLES = { min: -Number.MAX_VALUE, max: Number.MAX_VALUE };

const bound =
  (
    fits: (value: number, limit: number) => boolean,
    words: string,
    [least, most]: readonly [string, string],
  ): Keyword =>
  (limit, place) => {
    requireNumber(limit, place.path);
    const range = rangeOf(place, least, most, DOUBLES);
    return onNumber((provided) =>
      fits(provided, limit) ? null : failure(`must be ${words} ${limit}`, { ...range, provided }),
    );
  };

export const minimum = bound((value, limit) => value >= limit, 'at least', ['minimum', 'maximum']);
export const maximum = bound((value, limit) => value <= limit, 'at most', ['minimum', 'maximum']);

export const exclusiveMinimum = bound((value, limit) => value > limit, 'more than', [
  'exclusiveMinimum',
  'maximum',
]);

export const exclusiveMaximum = bound((value, limit) => value < limit, 'less than', [
  'minimum',
  'exclusiveMaximum',
]);

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

/** A number as `digits · 10^exponent`, by the shortest decimal that names it. */
function decimalOf(value: number): { digits: bigint; exponent: number } {
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/**
 * Whether a number is a whole multiple of another, both taken as the decimals they are written as: 0.3 is a multiple
 * of 0.1, though the doubles are not.
 * @param factor not 0
 */
function isMultipleOf(value: number, factor: number): boolean {
  const [a, b] = [decimalOf(value), decimalOf(factor)];
  const lowest = Math.min(a.exponent, b.exponent);
  const scaled = ({ digits, exponent }: typeof a): bigint => digits * 10n ** BigInt(exponent - lowest);
  return scaled(a) % scaled(b) === 0n;
}
