import { describe, expect, test } from 'vitest';
import { processingOptions } from '../../shared/contract/schemas/job.ts';
import {
  allSegmentsDone,
  allSegmentsNamed,
  isTerminal,
  type Job,
  jobReport,
  namingUnit,
  sourcesOf,
} from '../../shared/domain/job.ts';

const job = (changes: Partial<Job> = {}): Job => ({
  videoId: 'v',
  accountId: 'a',
  jobId: 'j',
  state: 'processing',
  options: processingOptions.parse({}),
  model: 'm',
  fallback: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: 10_000,
  totalFrames: 600,
  sampledFrames: 100,
  boundaries: [0, 50, 100],
  done: new Set(),
  samplesDone: {},
  objectsSeen: {},
  objectsDetected: 0,
  version: null,
  failure: null,
  startVersion: 1,
  estimatedSeconds: 8,
  ...changes,
});

describe('states', () => {
  test('a cancelled, failed or completed job never changes again', () => {
    for (const state of ['cancelled', 'failed', 'completed'] as const) {
      expect(isTerminal(state)).toBe(true);
      for (const next of ['queued', 'processing', 'finishing', 'completed', 'failed', 'cancelled'] as const) {
        expect(sourcesOf(next)).not.toContain(state);
      }
    }
  });

  test('a job can be cancelled while queued or processing, not while its result is committed', () => {
    expect(sourcesOf('cancelled')).toEqual(['queued', 'processing']);
    expect(sourcesOf('completed')).toEqual(['finishing']);
  });
});

test('detection is complete without the units of naming, and naming without those of detection', () => {
  expect(namingUnit(job(), 1)).toBe(3);
  expect(allSegmentsDone(job({ done: new Set([0, 2, 3]) }))).toBe(false);
  expect(allSegmentsDone(job({ done: new Set([0, 1]) }))).toBe(true);
  expect(allSegmentsDone(job({ done: new Set([0, 1, 2]) }))).toBe(true);
  expect(allSegmentsNamed(job({ done: new Set([0, 1, 2]) }))).toBe(false);
  expect(allSegmentsNamed(job({ done: new Set([2, 3]) }))).toBe(true);
});

describe('what a job tells of itself', () => {
  test('at first the estimate', () => {
    expect(jobReport(job({ state: 'queued', startedAt: 0 }), 20_000)).toMatchObject({
      status: 'queued',
      progress: 0,
      currentFrame: 0,
      eta: 8,
    });
  });

  test('half way: as long again as it has taken', () => {
    const report = jobReport(job({ samplesDone: { 0: 30, 1: 20 }, objectsSeen: { 0: 3, 1: 5 } }), 30_000);
    expect(report).toMatchObject({ status: 'processing', currentFrame: 300, objectsDetected: 5, eta: 20 });
    expect(report.progress).toBeGreaterThan(45);
    expect(report.progress).toBeLessThan(50);
  });

  test('with a CLIP model: its id, and the way through the segments twice', () => {
    const naming = { clipModel: 'clip', done: new Set([0, 1]) };
    const half = jobReport(job({ ...naming, samplesDone: { 0: 50, 1: 50 } }), 30_000);
    expect(half).toMatchObject({ clipModel: 'clip', currentFrame: 300, eta: 20 });
    expect(half.progress).toBeLessThan(50);
    const whole = jobReport(job({ ...naming, samplesDone: { 0: 50, 1: 50, 2: 50, 3: 50 } }), 30_000);
    expect(whole).toMatchObject({ progress: 97, currentFrame: 600, eta: 0 });
    expect(jobReport(job(), 30_000)).not.toHaveProperty('clipModel');
  });

  test('while the result is committed it is still processing, below 100', () => {
    const report = jobReport(job({ state: 'finishing', samplesDone: { 0: 50, 1: 50 } }), 30_000);
    expect(report).toMatchObject({ status: 'processing', eta: 0 });
    expect(report.progress).toBeLessThan(100);
  });

  test('completed: everything, and the tracked objects', () => {
    expect(jobReport(job({ state: 'completed', objectsDetected: 7 }), 30_000)).toMatchObject({
      status: 'completed',
      progress: 100,
      currentFrame: 600,
      objectsDetected: 7,
      eta: 0,
    });
  });

  test('failed: why', () => {
    const failure = { code: 'CORRUPT_DATA', message: 'damaged' };
    expect(jobReport(job({ state: 'failed', failure }), 30_000)).toMatchObject({
      status: 'failed',
      error: failure,
    });
  });
});
