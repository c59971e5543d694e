import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OrderedResults } from '../../../shared/inference/detectors/ordered-results.ts';

const frames = (count: number) => Array.from({ length: count }, (_, i) => ({ frame: i * 6, time: i / 5 }));

test('whatever the order in which results are finished, they are taken in the order of the frames', () => {
  const order = fc.integer({ min: 1, max: 20 }).chain((count) =>
    fc.shuffledSubarray(
      frames(count).map((_, i) => i),
      { minLength: count },
    ),
  );
  fc.assert(
    fc.property(order, (finished) => {
      const ordered = new OrderedResults();
      for (const frame of frames(finished.length)) ordered.expect(frame);
      const taken = finished.flatMap((sequence) => {
        ordered.add([{ sequence, detections: [] }]);
        return [...ordered.take()];
      });
      expect(taken).toEqual(frames(finished.length).map((frame) => ({ ...frame, detections: [] })));
      expect(ordered.pending).toBe(0);
    }),
  );
});

test('nothing is taken before the first frame is finished', () => {
  const ordered = new OrderedResults();
  const [, second] = frames(2).map((frame) => ordered.expect(frame));
  ordered.add([{ sequence: second ?? 0, detections: [] }]);
  expect([...ordered.take()]).toEqual([]);
  expect(ordered.pending).toBe(2);
});
