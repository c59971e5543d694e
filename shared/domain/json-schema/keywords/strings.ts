import { codePoints } from '../../json/code-points.ts';
import { failure } from '../evaluation.ts';
import { type Keyword, onString, rangeOf, requireCount, requireString } from '../keyword.ts';

/** Characters counted in a step. */
const COUNTED_IN_A_STEP = 8;

const length =
  (fits: (length: number, limit: number) => boolean, words: string): Keyword =>
  (limit, place) => {
    requireCount(limit, place.path);
    const range = rangeOf(place, 'minLength', 'maxLength');
    return onString((text, { budget }) => {
      budget.spend(text.length / COUNTED_IN_A_STEP);
      const provided = codePoints(text);
      if (fits(provided, limit)) return null;
      return failure(`must have ${words} ${limit} characters`, { ...range, provided });
    });
  };

export const minLength = length((count, limit) => count >= limit, 'at least');
export const maxLength = length((count, limit) => count <= limit, 'at most');

export const pattern: Keyword = (source, place) => {
  requireString(source, place.path);
  const read = place.pattern(source);
  return onString((text, { budget }) =>
    read.isIn(text, budget) ? null : failure(`must match the pattern ${read.source}`),
  );
};
