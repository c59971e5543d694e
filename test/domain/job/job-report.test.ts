import { describe, expect, test } from 'vitest';
import { jobReport } from '../../../shared/domain/job/job-report.ts';
import { detectionJob } from '../../support/jobs/detection-job.ts';

/** One worker that is half way through the first segment, at the pace that was planned. */
const UNDER_WAY = {
  samplesDone: { 0: 25 },
  objectsSeen: { 0: 3 },
  expected: new Set([4, 12, 9]),
  working: { 0: 15_200 },
  workedMs: { 0: 5200 },
};

describe('what a job reports about itself', () => {
  test('queued: nothing is done, and what was planned is left', () => {
    const report = jobReport(detectionJob({ state: 'queued', startedAt: 0 }), 20_000);
    expect(report).toMatchObject({ status: 'queued', progress: 0, currentFrame: 0 });
    expect(report.eta).toBeGreaterThan(20);
    expect(report.eta).toBeLessThan(22);
  });

  test('at work: progress and frames by the work that is done, the highest estimate of objects', () => {
    const report = jobReport(detectionJob(UNDER_WAY), 15_200);
    expect(report).toMatchObject({
      status: 'processing',
      progress: 25,
      currentFrame: 156,
      objectsDetected: 12,
    });
    expect(report.eta).toBeGreaterThan(14.8);
    expect(report.eta).toBeLessThan(16.5);
  });

  test('the frames of all segments that could not be decoded', () => {
    expect(jobReport(detectionJob(), 30_000)).toMatchObject({ undecodableFrames: 0 });
    expect(jobReport(detectionJob({ undecodable: { 0: 2, 1: 5 } }), 30_000)).toMatchObject({
      undecodableFrames: 7,
    });
  });

  test('the samples of all segments that the detector looked at, not those that are named', () => {
    const samplesDone = { 0: 50, 1: 20, 2: 50, 3: 7 };
    expect(jobReport(detectionJob({ samplesDone, detected: { 0: 12, 1: 9, 2: 0 } }), 30_000)).toMatchObject({
      samples: { total: 100, processed: 70, detected: 21 },
    });
  });

  test('with a CLIP model: its id, and the way through the segments twice', () => {
    const naming = { clipModel: 'clip', done: new Set([0, 1]), samplesDone: { 0: 50, 1: 50 } };
    const half = jobReport(detectionJob({ ...naming, workedMs: { 0: 20_000, 1: 0 } }), 30_000);
    expect(half).toMatchObject({ clipModel: 'clip', progress: 48, currentFrame: 300 });
    expect(half.eta).toBeGreaterThan(20);
    const whole = jobReport(
      detectionJob({ ...naming, done: new Set([0, 1, 2, 3]), workedMs: { 0: 20_000, 1: 5000 } }),
      40_000,
    );
    expect(whole).toMatchObject({ progress: 97, currentFrame: 599 });
    expect(whole.eta).toBeLessThan(2);
    expect(jobReport(detectionJob(), 30_000)).not.toHaveProperty('clipModel');
  });

  test('while the result is committed it is still processing, below 100, and the rest runs out', () => {
    const finishing = detectionJob({ state: 'finishing', done: new Set([0, 1]), finishingAt: 30_000 });
    expect(jobReport(finishing, 30_000)).toMatchObject({ status: 'processing', progress: 97 });
    expect(jobReport(finishing, 30_000).eta).toBeGreaterThan(0);
    expect(jobReport(finishing, 90_000).eta).toBe(0);
  });

  test('completed: everything, the last frame and the objects found', () => {
    expect(jobReport(detectionJob({ state: 'completed', objectsDetected: 7 }), 30_000)).toMatchObject({
      status: 'completed',
      progress: 100,
      currentFrame: 599,
      objectsDetected: 7,
      eta: 0,
    });
  });

  test('failed: why', () => {
    const failure = { code: 'CORRUPT_DATA', message: 'damaged' };
    expect(jobReport(detectionJob({ state: 'failed', failure }), 30_000)).toMatchObject({
      status: 'failed',
      error: failure,
      eta: 0,
    });
  });

  test.each(['failed', 'cancelled'] as const)('%s: no objects, whatever was estimated', (state) => {
    expect(jobReport(detectionJob({ ...UNDER_WAY, state }), 30_000)).toMatchObject({ objectsDetected: 0 });
  });
});
