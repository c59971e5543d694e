import { expect, test } from 'vitest';
import { playerTime } from '../../../../../console/pages/video/player/player-time.ts';

test.each([
  [0, '0:00.000'],
  [7.0333, '0:07.033'],
  [59.9996, '1:00.000'],
  [3729.5, '1:02:09.500'],
])('%d s is %s', (seconds, shown) => {
  expect(playerTime(seconds)).toBe(shown);
});
