import { expect, test } from 'vitest';
import { orientPicture } from '../../../shared/media/decode/orient-picture.ts';

/** A picture of 3×2 pixels: 1 2 3 above 4 5 6. */
const picture = Uint8Array.of(1, 2, 3, 4, 5, 6);
const size = { width: 3, height: 2 };

test.each([
  [0, false, [1, 2, 3, 4, 5, 6]],
  [90, false, [4, 1, 5, 2, 6, 3]],
  [180, false, [6, 5, 4, 3, 2, 1]],
  [270, false, [3, 6, 2, 5, 1, 4]],
  [0, true, [3, 2, 1, 6, 5, 4]],
  [90, true, [1, 4, 2, 5, 3, 6]],
  [180, true, [4, 5, 6, 1, 2, 3]],
  [270, true, [6, 3, 5, 2, 4, 1]],
] as const)('a turn by %i degrees clockwise, then mirrored left to right: %s', (rotation, flip, expected) => {
  const gray = new Uint8Array(6);
  orientPicture(picture, gray, { ...size, channels: 1 }, { rotation, flip });
  expect([...gray]).toEqual(expected);

  const rgb = new Uint8Array(18);
  const coloured = Uint8Array.from(picture, () => 0).length * 3;
  const source = Uint8Array.from(
    { length: coloured },
    (_, i) => (picture[Math.floor(i / 3)] ?? 0) * 10 + (i % 3),
  );
  orientPicture(source, rgb, { ...size, channels: 3 }, { rotation, flip });
  expect([...rgb]).toEqual(expected.flatMap((value) => [value * 10, value * 10 + 1, value * 10 + 2]));
});
