import { expect, test } from 'vitest';
import { sameMedia, usableMs } from '../../../console/viewer/media-address.ts';

const START = Date.UTC(2026, 10, 22, 12, 0, 0);
const signed = 'https://bucket.example/uploads/a/b?X-Amz-Date=20261122T120000Z&X-Amz-Expires=3600';

test('addresses are of one file when they differ in nothing but their query', () => {
  expect(sameMedia(signed, 'https://bucket.example/uploads/a/b?X-Amz-Date=20261122T130000Z')).toBe(true);
  expect(sameMedia(signed, 'https://bucket.example/uploads/a/c')).toBe(false);
  expect(sameMedia(signed, 'https://other.example/uploads/a/b')).toBe(false);
});

test('a presigned address can be used until it expires', () => {
  expect(usableMs(signed, START)).toBe(3_600_000);
  expect(usableMs(signed, START + 3_000_000)).toBe(600_000);
});

test('a clock that is fast or slow does not make a fresh address expire at once, or never', () => {
  expect(usableMs(signed, START + 7_200_000)).toBe(3_600_000);
  expect(usableMs(signed, START - 7_200_000)).toBe(3_600_000);
});

test.each(['https://a.example/b', `${signed.split('&')[0]}`, signed.replace('3600', 'long')])(
  '%s does not say when it expires',
  (address) => {
    expect(usableMs(address, START)).toBeNull();
  },
);
