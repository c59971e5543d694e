import { describe, expect, test } from 'vitest';
import {
  allSegmentsDone,
  allSegmentsNamed,
  isTerminal,
  namingUnit,
  sourcesOf,
} from '../../../shared/domain/job/job.ts';
import { detectionJob } from '../../support/jobs/detection-job.ts';

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
  expect(namingUnit(detectionJob(), 1)).toBe(3);
  expect(allSegmentsDone(detectionJob({ done: new Set([0, 2, 3]) }))).toBe(false);
  expect(allSegmentsDone(detectionJob({ done: new Set([0, 1]) }))).toBe(true);
  expect(allSegmentsDone(detectionJob({ done: new Set([0, 1, 2]) }))).toBe(true);
  expect(allSegmentsNamed(detectionJob({ done: new Set([0, 1, 2]) }))).toBe(false);
  expect(allSegmentsNamed(detectionJob({ done: new Set([2, 3]) }))).toBe(true);
});
