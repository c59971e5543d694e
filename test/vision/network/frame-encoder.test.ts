import { describe, expect, test } from 'vitest';
import { frameEncoder } from '../../../shared/vision/network/frame-encoder.ts';

const PLAIN = { mean: [0, 0, 0], std: [1, 1, 1], pad: 114 } as const;

/** 2×1 pixels: (10, 20, 30) and (40, 50, 60). */
const FRAME = Uint8Array.of(10, 20, 30, 40, 50, 60);

describe('an encoded frame', () => {
  test('is one plane a channel, placed at the top-left, with padding around', () => {
    const planes = new Float32Array(3 * 3 * 2);
    frameEncoder(3, 2, { ...PLAIN, order: 'rgb' }).encode(FRAME, 2, 1, planes);
    expect([...planes.subarray(0, 6)]).toEqual([10, 40, 114, 114, 114, 114]);
    expect([...planes.subarray(6, 12)]).toEqual([20, 50, 114, 114, 114, 114]);
    expect([...planes.subarray(12)]).toEqual([30, 60, 114, 114, 114, 114]);
  });

  test('has blue first where the network wants it so', () => {
    const planes = new Float32Array(6);
    frameEncoder(2, 1, { ...PLAIN, order: 'bgr' }).encode(FRAME, 2, 1, planes);
    expect([...planes]).toEqual([30, 60, 20, 50, 10, 40]);
  });

  test('is normalised per channel of the network, padding included', () => {
    const planes = new Float32Array(3 * 3);
    const encoding = { order: 'bgr', mean: [30, 20, 10], std: [2, 4, 5], pad: 30 } as const;
    frameEncoder(3, 1, encoding).encode(FRAME, 2, 1, planes);
    expect([...planes]).toEqual([0, 15, 0, 0, 7.5, 2.5, 0, 6, 4]);
  });

  test('leaves nothing of the frame before', () => {
    const planes = new Float32Array(3 * 4);
    const encoder = frameEncoder(2, 2, { ...PLAIN, order: 'rgb' });
    encoder.encode(new Uint8Array(12).fill(200), 2, 2, planes);
    encoder.encode(new Uint8Array(3).fill(7), 1, 1, planes);
    expect([...planes]).toEqual([7, 114, 114, 114, 7, 114, 114, 114, 7, 114, 114, 114]);
  });
});

test.each([
  ['too large', FRAME, 3, 1, 6],
  ['of the wrong length', FRAME, 1, 1, 6],
  ['for another target', FRAME, 2, 1, 5],
])('a frame %s is refused', (_, data, width, height, length) => {
  const encoder = frameEncoder(2, 1, { ...PLAIN, order: 'rgb' });
  expect(() => encoder.encode(data, width, height, new Float32Array(length))).toThrow(RangeError);
});
