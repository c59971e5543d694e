import { appendFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Progress } from './progress.ts';

const committed = { commit: 'abc1234', changed: false };

test('finished pieces are known to the next process, on the same commit and in the same run', () => {
  using folder = temporaryFolder();
  const open = (run: string, source = committed) => new Progress(folder.path, run, source);
  const first = open('fuzz:media');
  first.note('a', 'failed');
  first.note('a', 'passed');
  expect(first.outcomeOf('a')).toBe('passed');
  expect(open('fuzz:media').outcomeOf('a')).toBe('passed');
  expect(open('fuzz').outcomeOf('a')).toBeUndefined();
  expect(open('fuzz:media', { commit: 'def5678', changed: false }).outcomeOf('a')).toBeUndefined();
});

test('nothing is kept of a source with uncommitted changes', () => {
  using folder = temporaryFolder();
  const changed = { ...committed, changed: true };
  new Progress(folder.path, 'faults', changed).note('a', 'passed');
  expect(new Progress(folder.path, 'faults', changed).outcomeOf('a')).toBeUndefined();
  expect(readdirSync(folder.path)).toEqual([]);
});

test('a note that a kill has cut off is ignored', () => {
  using folder = temporaryFolder();
  new Progress(folder.path, 'faults', committed).note('a', 'passed');
  appendFileSync(path.join(folder.path, readdirSync(folder.path)[0] ?? ''), '\nb\tpass');
  new Progress(folder.path, 'faults', committed).note('c', 'passed');
  const next = new Progress(folder.path, 'faults', committed);
  expect(['a', 'b', 'c'].map((piece) => next.outcomeOf(piece))).toEqual(['passed', undefined, 'passed']);
});
