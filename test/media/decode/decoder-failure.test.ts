import {
  AVERROR_EAGAIN,
  AVERROR_EINVAL,
  AVERROR_ENOMEM,
  AVERROR_EOF,
  AVERROR_EXTERNAL,
  AVERROR_INVALIDDATA,
  AVERROR_PATCHWELCOME,
} from 'node-av/constants';
import { expect, test } from 'vitest';
import { check, Failure, wentWell } from '../../../shared/media/decode/decoder-failure.ts';

test('data that cannot be decoded is skipped', () => {
  for (const result of [AVERROR_INVALIDDATA, AVERROR_PATCHWELCOME, AVERROR_EINVAL]) {
    expect(wentWell(result, 'decoding')).toBe(false);
  }
});

test('a step without fault of the data ends the decoder as a crash, and is never taken for damage', () => {
  for (const result of [AVERROR_EAGAIN, AVERROR_EOF, AVERROR_EXTERNAL]) {
    expect(() => wentWell(result, 'decoding')).toThrow(new Error(`decoding failed (${result})`));
  }
  expect(() => check(AVERROR_EINVAL, 'scaling')).toThrow(new Error(`scaling failed (${AVERROR_EINVAL})`));
});

test('a lack of memory is reported as that', () => {
  expect(() => wentWell(AVERROR_ENOMEM, 'decoding')).toThrow(Failure);
  expect(() => check(AVERROR_ENOMEM, 'scaling')).toThrow(
    expect.objectContaining({ reason: 'out-of-memory' }),
  );
});
