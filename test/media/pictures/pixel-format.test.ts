import { expect, test } from 'vitest';
import { rgbFrame } from '../../../shared/media/pictures/pixel-format.ts';

test.each([
  ['fill them', 64],
  ['are padded', 37],
])('a frame keeps pixels of its own, also where rows in memory %s', (_, width) => {
  const data = Uint8Array.from({ length: 3 * width * 5 }, (_, i) => i % 251);
  const given = Buffer.from(data);
  using frame = rgbFrame({ width, height: 5, data });
  // What happens to a buffer's memory once it is collected.
  data.fill(0);
  expect(Buffer.compare(frame.toBuffer(), given)).toBe(0);
});
