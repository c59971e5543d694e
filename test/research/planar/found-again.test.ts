import { expect, test } from 'vitest';
import { returnsIn } from '../../../research/planar/found-again.ts';

const frames = (...shares: number[]) => shares.map((visible, frame) => ({ visible, frame }));

test.each([
  ['from the start on is not found again', [1, 0.5, 1], [0, 1, 2], { times: 0, inTime: 0 }],
  [
    'two frames after a fifth of it is visible is in time',
    [1, 0, 0.1, 0.2, 0.5, 1],
    [5],
    { times: 1, inTime: 1 },
  ],
  ['three frames after is late', [1, 0, 0.2, 0.5, 1, 1], [5], { times: 1, inTime: 0 }],
  ['is late where the sequence ends before', [1, 0, 0.2], [], { times: 1, inTime: 0 }],
  [
    'before a fifth of it is visible is in time if it is kept',
    [1, 0, 0.1, 0.3],
    [2, 3],
    { times: 1, inTime: 1 },
  ],
  ['each time that it comes back counts', [1, 0, 1, 0, 1], [2], { times: 2, inTime: 1 }],
  ['that a little of was always visible did not come back', [1, 0.1, 1], [2], { times: 0, inTime: 0 }],
])('a surface that is found %s', (_, shares, found, told) => {
  expect(returnsIn(frames(...shares), ({ frame }) => found.includes(frame))).toEqual(told);
});
