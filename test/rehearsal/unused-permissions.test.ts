import { expect, test } from 'vitest';
import { explain } from '../../rehearsal/unused-permissions.ts';

const explanations = [
  { permissions: /^a /, because: 'of a' },
  { permissions: /^b /, because: 'of b' },
];

test('what no explanation fits, and explanations that fit nothing, are told', () => {
  expect(explain(['a x', 'c y'], explanations)).toEqual({ unexplained: ['c y'], stale: ['of b'] });
  expect(explain(['a x', 'b y'], explanations)).toEqual({ unexplained: [], stale: [] });
});
