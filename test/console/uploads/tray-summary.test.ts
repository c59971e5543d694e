import { expect, test } from 'vitest';
import type { VideoEntry } from '../../../console/queries/videos.ts';
import { bytesOf, countOpenQuestions, summaryOf } from '../../../console/uploads/tray-summary.ts';
import type { Upload, UploadPhase } from '../../../console/uploads/uploads.ts';

const upload = (phase: UploadPhase, progress = 0, id: string | null = null): Upload => ({
  key: `${phase} ${id}`,
  name: 'clip.mp4',
  size: 100,
  phase,
  progress,
  id,
  failure: null,
});

const outcome = (id: string, status: VideoEntry['status']): VideoEntry => ({
  id,
  name: 'clip.mp4',
  status,
  thumbnail: '',
  duration: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});

const outcomes = new Map([outcome('good', 'processed'), outcome('bad', 'failed')].map((it) => [it.id, it]));

test('a file that was interrupted, has failed or cannot be used is an open question; what goes on by itself is none', () => {
  const none = [upload('sending'), upload('offline'), upload('paused'), upload('done', 100, 'good')];
  expect(countOpenQuestions(none, outcomes)).toBe(0);
  const some = [upload('interrupted'), upload('failed'), upload('refused'), upload('done', 100, 'bad')];
  expect(countOpenQuestions([...none, ...some], outcomes)).toBe(4);
});

test('the progress of all counts what was sent of unfinished files, not what was read of them', () => {
  expect(bytesOf([upload('done', 100), upload('failed', 30)])).toBeNull();
  expect(bytesOf([upload('sending', 40), upload('checking', 90), upload('done', 100)])).toEqual({
    sent: 40,
    all: 200,
  });
});

test('the one line reports the network first, then running uploads, failed ones, and unusable files', () => {
  const done = [upload('done', 100, 'good'), upload('done', 100, 'bad')];
  expect(summaryOf([upload('offline'), upload('sending')], outcomes)).toBe(
    'Waiting for the network, 2 files',
  );
  expect(summaryOf([upload('sending'), ...done], outcomes)).toBe('Uploading 1 file');
  expect(summaryOf([upload('failed'), ...done], outcomes)).toBe('1 file not uploaded');
  expect(summaryOf(done, outcomes)).toBe('1 of 2 files cannot be used');
  expect(summaryOf(done.slice(0, 1), outcomes)).toBe('1 file uploaded');
  expect(summaryOf([...done, upload('refused')], outcomes)).toBe('2 of 3 files cannot be used');
});
