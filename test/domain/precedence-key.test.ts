import fc from 'fast-check';
import { expect, test } from 'vitest';
import { precedenceKey } from '../../shared/domain/precedence-key.ts';

/** In the order of their precedence; the pre-releases are the example of Semantic Versioning 2.0.0, section 11. */
const ORDERED = [
  '0.0.1',
  '0.9.0',
  '0.10.0',
  '1.0.0-1',
  '1.0.0-2',
  '1.0.0-10',
  '1.0.0--',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-alpha-',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1-alpha',
  '1.0.1',
  '2.0.0',
  '10.0.0',
  '9999999999.0.0',
];

test('the keys of versions are in the order of their precedence', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(ORDERED, { minLength: 2 }), (some) => {
      const byKey = some.toSorted((a, b) => (precedenceKey(a) < precedenceKey(b) ? -1 : 1));
      expect(byKey).toEqual(ORDERED.filter((version) => some.includes(version)));
    }),
  );
});
