import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DIRECTIONS } from '../../../shared/contract/messages.ts';
import { planUnits, UNIT_FRAMES } from '../../../shared/domain/surface/plan-units.ts';

const video = fc
  .record({
    totalFrames: fc.integer({ min: 1, max: 5000 }),
    start: fc.double({ min: 0, max: 0.999, noNaN: true }),
    keyFrames: fc.uniqueArray(fc.integer({ min: 1, max: 5000 }), { maxLength: 60 }),
  })
  .map(({ totalFrames, start, keyFrames }) => ({
    totalFrames,
    unitFrames: UNIT_FRAMES,
    startFrame: Math.floor(start * totalFrames),
    keyFrames: [0, ...keyFrames.filter((frame) => frame < totalFrames).sort((a, b) => a - b)],
  }));

test('the units cover every frame but the start frame once, each from where the one before ends', () => {
  fc.assert(
    fc.property(video, ({ keyFrames, ...of }) => {
      const forwards = planUnits(of, keyFrames, 'forwards');
      const ahead = forwards.flatMap(({ first, last }) =>
        Array.from({ length: last - first + 1 }, (_, i) => first + i),
      );
      expect(ahead).toEqual(
        Array.from({ length: of.totalFrames - 1 - of.startFrame }, (_, i) => of.startFrame + 1 + i),
      );
      const backwards = planUnits(of, keyFrames, 'backwards');
      const behind = backwards.flatMap(({ first, last }) =>
        Array.from({ length: last - first + 1 }, (_, i) => last - i),
      );
      expect(behind).toEqual(Array.from({ length: of.startFrame }, (_, i) => of.startFrame - 1 - i));
    }),
  );
});

test('no unit has more frames than a worker holds, and only the last of a direction few', () => {
  fc.assert(
    fc.property(video, ({ keyFrames, ...of }) => {
      for (const direction of DIRECTIONS) {
        const lengths = planUnits(of, keyFrames, direction).map(({ first, last }) => last - first + 1);
        const { least, most } = UNIT_FRAMES[direction];
        expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(most);
        expect(Math.min(most, ...lengths.slice(0, -1))).toBeGreaterThanOrEqual(least);
      }
    }),
  );
});

test('units begin at key frames where these are near', () => {
  const keyFrames = Array.from({ length: 20 }, (_, i) => 250 * i);
  const of = { totalFrames: 5000, startFrame: 1200, unitFrames: UNIT_FRAMES };
  expect(
    planUnits(of, keyFrames, 'forwards')
      .slice(1)
      .every(({ first }) => first % 250 === 0),
  ).toBe(true);
  expect(planUnits(of, keyFrames, 'backwards').every(({ first }) => first % 250 === 0)).toBe(true);
});
