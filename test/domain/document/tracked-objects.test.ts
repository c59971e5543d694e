import { describe, expect, test } from 'vitest';
import { trackedObject } from '../../../shared/contract/schemas/object.ts';
import { listTrackedObjects } from '../../../shared/domain/document/tracked-objects.ts';
import type { SurfaceTracking } from '../../../shared/domain/surface/surface-tracking.ts';
import { runningSurface } from '../../support/surfaces/running-surface.ts';
import { storedObject } from './documents.ts';

test('objects are listed with the contract fields only', () => {
  const listed = listTrackedObjects([storedObject('c', { firstFrame: 3, secret: 1 }), storedObject('b')], 1);
  for (const object of listed) expect(trackedObject.strict().parse(object)).toEqual(object);
});

describe('a surface', () => {
  const VERSION = 5;
  const running = runningSurface({ accountId: 'a', videoId: 'v', objectId: 's' });
  const failure = { code: 'TRACKING_FAILED', message: 'Tracking failed 3 times.' };
  const listed = (tracked: boolean, tracking: Partial<SurfaceTracking> | null) =>
    listTrackedObjects(
      [storedObject('s', { kind: 'surface', ...(!tracked && { tracked }) })],
      VERSION,
      tracking === null ? [] : [{ ...running, ...tracking }],
    )[0];

  test.each<[string, Partial<SurfaceTracking> | null]>([
    ['its tracking is done', { state: 'done', trackedIn: VERSION }],
    ['its tracking is still at its last write', { state: 'committing' }],
    ['its tracking failed at its last write', { state: 'failed', failure }],
    ['its tracking is forgotten, or it came with a file', null],
  ])('that the document has a track of is done where %s', (_, tracking) => {
    expect(listed(true, tracking)).toMatchObject({ tracking: 'done' });
    expect(listed(true, tracking)).not.toHaveProperty('failure');
  });

  test.each<[string, Partial<SurfaceTracking>]>([
    ['that is being tracked', {}],
    [
      'whose track is in a version that was committed while the list was read',
      { state: 'done', trackedIn: VERSION + 1 },
    ],
  ])('%s is running', (_, tracking) => {
    expect(listed(false, tracking)).toMatchObject({ tracking: 'running', trackingProgress: 0 });
  });

  test('whose tracking failed gives the reason', () => {
    expect(listed(false, { state: 'failed', failure })).toMatchObject({ tracking: 'failed', failure });
  });

  test.each<[string, Partial<SurfaceTracking> | null]>([
    ['an older version than that of its track was restored', { state: 'done', trackedIn: VERSION - 1 }],
    ['it was removed and brought back', { state: 'cancelled' }],
    ['its tracking is forgotten, or it came with a file', null],
  ])('with nothing but its marked frame is not tracked where %s', (_, tracking) => {
    expect(listed(false, tracking)).toMatchObject({
      tracking: 'failed',
      failure: { code: 'NOT_TRACKED' },
    });
  });
});
