import { expect, test } from 'vitest';
import { sample, toRows } from '../../../research/mot/sequence.ts';
import { trackObjects } from '../../../shared/vision/tracking/track-objects.ts';

test('a track has a row in each sampled frame in which it is seen or bridged, and none where it is hidden', () => {
  const seen = (frame: number): boolean => (frame <= 30 || frame >= 36) && (frame <= 60 || frame >= 80);
  const detections = Array.from({ length: 120 }, (_, i) => i + 1)
    .filter(seen)
    .map((frame) => ({
      frame,
      id: -1,
      box: { x: 2 * frame, y: 100, width: 40, height: 100 },
      confidence: 0.9,
      category: 1,
    }));
  const rows = toRows(trackObjects(sample(detections, 10, 1)));
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([1]));
  const frames = rows.map(({ frame }) => frame);
  expect(frames).toEqual(Array.from({ length: 120 }, (_, i) => i + 1).filter((f) => f <= 60 || f >= 80));
});
