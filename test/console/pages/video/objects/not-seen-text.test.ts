import { expect, test } from 'vitest';
import { notSeenText } from '../../../../../console/pages/video/objects/not-seen-text.ts';

const box = { time: 0, x: 0.1, y: 0.1, width: 0.2, height: 0.2 };
const seen = (frame: number) => ({ ...box, frame });
const lost = (frame: number) => ({ ...seen(frame), hidden: true });

test('an object that is always seen has no such frames', () => {
  expect(notSeenText([])).toBeNull();
  expect(notSeenText([seen(3), seen(9)])).toBeNull();
});

test('stretches are told by their first and last frame, a single frame by its number', () => {
  expect(notSeenText([seen(0), lost(24), seen(72), seen(80), lost(90), seen(91)])).toBe('24–71, 90');
});

test('many stretches are counted', () => {
  const track = Array.from({ length: 5 }, (_, i) => [seen(20 * i), lost(20 * i + 10)]).flat();
  expect(notSeenText([...track, seen(100)])).toBe('50 frames in 5 stretches');
});
