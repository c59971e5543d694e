import { expect, onTestFinished, test, vi } from 'vitest';
import { announceChanges } from '../../../local/worker/announce-changes.ts';

test('a change is passed on at once, those of the next moment together, and nothing where none is', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const sent: (readonly string[])[] = [];
  const announce = announceChanges((changed) => sent.push(changed), 20);
  announce('videos');
  expect(sent).toEqual([['videos']]);
  for (const table of ['videos', 'jobs', 'videos'] as const) announce(table);
  vi.advanceTimersByTime(19);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([['videos'], ['videos', 'jobs']]);
  vi.advanceTimersByTime(20);
  expect(vi.getTimerCount()).toBe(0);
  announce('keys');
  expect(sent.at(-1)).toEqual(['keys']);
});
