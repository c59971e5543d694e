import { expect, test } from 'vitest';
import { byAction, explain } from '../../rehearsal/unused-permissions.ts';

const explanations = [
  { permissions: /^a /, because: 'of a' },
  { permissions: /^b /, because: 'of b' },
];

test('each permission is reported with the first explanation that fits it', () => {
  const twice = [...explanations, { permissions: /x$/, because: 'of x' }];
  expect(explain(['a x', 'a y', 'd x'], twice).explained).toEqual([
    { because: 'of a', permissions: ['a x', 'a y'] },
    { because: 'of x', permissions: ['d x'] },
  ]);
});

test('what no explanation fits, and explanations that fit nothing, are reported', () => {
  expect(explain(['a x', 'c y'], explanations)).toMatchObject({ unexplained: ['c y'], stale: ['of b'] });
  expect(explain(['a x', 'b y'], explanations)).toMatchObject({ unexplained: [], stale: [] });
});

test('permissions are listed by action, with all that have them', () => {
  const permissions = [
    'identity b-role s3:GetObject Media/a/*',
    'identity a-role s3:GetObject Media/a/*',
    'resource q sqs:SendMessage q',
  ];
  expect(byAction(permissions)).toEqual(['s3:GetObject Media/a/*: b-role, a-role', 'sqs:SendMessage q: q']);
});
