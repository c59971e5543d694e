import { expect, test } from 'vitest';
import { packed, unpacked } from '../../../shared/domain/job/packed-sketch.ts';
import { NO_WORKERS, type WorkerSketch } from '../../../shared/domain/job/worker-sketch.ts';

const NOW = 1_900_000_000;

const full = (first: string) =>
  Object.fromEntries(
    Array.from({ length: 64 }, (_, i) => [`${first}${i.toString(16).padStart(4, '0')}`, NOW - 1000 * i]),
  );

const SKETCH: WorkerSketch = {
  workers: { rate: 1 / 16, seen: full('00') },
  accounts: { rate: 1, seen: full('ff') },
  means: { pace: 1.234, step: null },
};

test('a full sketch takes 657 bytes, and comes out as it was put in', () => {
  const bytes = packed(SKETCH, NOW + 0.7);
  expect(bytes).toHaveLength(657);
  expect(unpacked(bytes)).toEqual(SKETCH);
  expect(unpacked(packed(NO_WORKERS, NOW))).toEqual(NO_WORKERS);
});

test('what a clock ahead has seen was seen at the latest when it is packed, and what is older than 18 hours then', () => {
  const seen = { aaaaaa: NOW + 100, bbbbbb: NOW - 100_000 };
  const { accounts } = unpacked(packed({ ...SKETCH, accounts: { rate: 1, seen } }, NOW));
  expect(accounts.seen).toEqual({ aaaaaa: NOW, bbbbbb: NOW - 65_535 });
});

const BYTES = packed(SKETCH, NOW);

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['text', 'sketch'],
  ['a map, as earlier versions had', { workers: { rate: 1, seen: {} }, accounts: {}, means: {} }],
  ['no bytes', new Uint8Array()],
  ['another format', Uint8Array.from(BYTES, (byte, i) => (i === 0 ? 2 : byte))],
  ['a part', BYTES.slice(0, 100)],
  ['a part of its header', BYTES.slice(0, 16)],
  ['a byte more', Uint8Array.of(...BYTES, 0)],
])('of what is %s nothing is known', (_, stored) => {
  expect(unpacked(stored)).toEqual(NO_WORKERS);
});

test('any damage leaves places, times and numbers, or nothing', () => {
  for (let i = 0; i < BYTES.length; i++) {
    for (const damage of [0x00, 0x7f, 0x80, 0xbf, 0xff]) {
      const { workers, accounts, means } = unpacked(BYTES.map((byte, at) => (at === i ? damage : byte)));
      for (const { rate, seen } of [workers, accounts]) {
        expect(rate).toBeGreaterThan(0);
        expect(rate).toBeLessThanOrEqual(1);
        expect(Object.values(seen).every(Number.isSafeInteger)).toBe(true);
      }
      expect(Object.values(means).every((mean) => mean === null || mean >= 0)).toBe(true);
    }
  }
});
