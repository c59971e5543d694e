import { describe, expect, test } from 'vitest';
import { WANTED } from '../../../shared/service/restore/wanted-items.ts';
import { detectionJob } from '../../support/jobs/detection-job.ts';
import { runningSurface } from '../../support/surfaces/running-surface.ts';

const WHO = { accountId: 'account', videoId: 'video' };
const SWEEP = { sweep: 'due#1', sweepAt: 5 };

describe('counts for quotas', () => {
  test('keep the tier of now, whatever it was', () => {
    const then = { accountId: 'a', kind: 'jobs', tier: 'pro', changes: 1, places: { v: { takenAt: 1 } } };
    expect(
      WANTED.usage(then, { accountId: 'a', kind: 'jobs', tier: 'unlimited', changes: 9, places: {} }),
    ).toEqual({
      ...then,
      tier: 'unlimited',
    });
    const { tier: _, ...free } = then;
    expect(WANTED.usage(then, { accountId: 'a', kind: 'jobs' })).toEqual(free);
  });

  test('of videos are dropped, so that they are counted again, and those of later accounts too', () => {
    const of = (kind: string) => ({ accountId: 'a', kind, tier: 'pro', changes: 3, videos: 4, pending: {} });
    const uncounted = { accountId: 'a', kind: 'storage', tier: 'pro' };
    expect(WANTED.usage(of('storage'), of('storage'))).toEqual(uncounted);
    expect(WANTED.usage(null, of('storage'))).toEqual(uncounted);
    expect(WANTED.usage(null, of('jobs'))).toEqual({ ...uncounted, kind: 'jobs' });
  });

  test('that are lost have the tier that they had', () => {
    expect(WANTED.usage({ accountId: 'a', kind: 'storage', tier: 'pro' }, null)).toMatchObject({
      tier: 'pro',
    });
  });

  test('of keys stay as they are', () => {
    const now = { accountId: 'a', kind: 'keys', places: { k: {} } };
    expect(WANTED.usage({ ...now, places: {} }, now)).toBe(now);
    expect(WANTED.usage({ ...now, places: {} }, null)).toBe(null);
  });
});

test('a version is as it was, and what the sweeper has noted among them goes', () => {
  const version = { videoId: 'video', version: 3 };
  expect(WANTED.versions(version, null)).toBe(version);
  expect(WANTED.versions(null, version)).toBe(null);
  const noted = { videoId: '#sweeper', version: 0 };
  expect(WANTED.versions(noted, noted)).toBe(null);
});

describe('a job', () => {
  const { done: _, expected: __, ...job } = detectionJob({ ...WHO, jobId: 'job', state: 'processing' });
  const running = {
    ...job,
    ...SWEEP,
    startedAt: 7,
    done: new Set([0]),
    expected: new Set([2]),
    samplesDone: { 0: 10 },
    working: { 1: 3 },
  };

  test('that ran begins again under its id, with nothing done, and is due for the sweeper as it was', () => {
    const again = WANTED.jobs(running, null);
    expect(again).toMatchObject({
      ...SWEEP,
      jobId: 'job',
      state: 'queued',
      startedAt: 0,
      samplesDone: {},
      working: {},
      boundaries: job.boundaries,
      createdAt: job.createdAt,
    });
    // DynamoDB takes no empty sets.
    expect(again).not.toHaveProperty('done');
    expect(again).not.toHaveProperty('expected');
    expect(again && 'clipModel' in again).toBe(false);
  });

  test.each(['completed', 'failed', 'cancelled'])('that is %s is as it was', (state) => {
    const over = { ...running, state };
    expect(WANTED.jobs(over, running)).toBe(over);
  });

  test('of a later video goes, and the sketch of the workers stays as it is', () => {
    expect(WANTED.jobs(null, running)).toBe(null);
    const sketch = { videoId: '#workers', sketch: 1 };
    expect(WANTED.jobs({ ...sketch, sketch: 0 }, sketch)).toBe(sketch);
    expect(WANTED.jobs(null, sketch)).toBe(sketch);
  });
});

describe('a tracking', () => {
  const fresh = { ...runningSurface({ ...WHO, objectId: 'surface' }), ...SWEEP };

  test('that ran, or was being committed, begins again at the marked frame', () => {
    const forwards = { ...fresh.forwards, units: 1, frames: 40, seen: 30, noted: { frames: 41, seen: 31 } };
    for (const state of ['running', 'committing'])
      expect(WANTED.surfaces({ ...fresh, state, forwards }, null)).toEqual(fresh);
  });

  test('that failed is as it was', () => {
    const failed = { ...fresh, state: 'failed' };
    expect(WANTED.surfaces(failed, null)).toBe(failed);
  });
});
