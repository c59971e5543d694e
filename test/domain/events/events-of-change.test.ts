import { describe, expect, test } from 'vitest';
import { EVENT_TABLES, type EventTable } from '../../../shared/contract/events.ts';
import { TABLES, type TableSpec } from '../../../shared/contract/resources.ts';
import { event } from '../../../shared/contract/schemas/event.ts';
import { type Change, eventsOfChange, tableOfKey } from '../../../shared/domain/events/events-of-change.ts';

const AT = '2026-11-28T10:00:00.000Z';
const LATER = '2026-11-28T10:00:05.000Z';
const failure = { code: 'CORRUPT_DATA', message: 'No picture could be decoded.' };

const video = {
  accountId: 'a',
  videoId: 'v',
  name: 'Harbour',
  createdAt: AT,
  updatedAt: LATER,
  failure: null,
};
const version = {
  videoId: 'v',
  accountId: 'a',
  version: 3,
  createdAt: AT,
  description: 'Layers changed',
  parts: {},
};
const job = {
  videoId: 'v',
  accountId: 'a',
  jobId: 'j',
  createdAt: AT,
  startedAt: 0,
  objectsDetected: 0,
  version: null,
  failure: null,
};
const surface = {
  videoId: 'v',
  accountId: 'a',
  objectId: 's',
  createdAt: AT,
  trackedIn: null,
  failure: null,
};
const key = {
  keyHash: 'h',
  keyId: 'k',
  accountId: 'a',
  name: 'Build server',
  createdAt: AT,
  revokedAt: null,
};

const told = (table: EventTable, before: Change['before'], after: Change['after']) =>
  eventsOfChange(table, { before, after }).map(({ type, at, data }) => ({ type, at, data }));
const types = (table: EventTable, before: Change['before'], after: Change['after']) =>
  eventsOfChange(table, { before, after }).map(({ type }) => type);

describe('a video', () => {
  const at = (status: string, more: object = {}) => ({ ...video, status, ...more });

  test('is created with its item, under the name that it has then', () => {
    expect(told('videos', null, at('uploading'))).toEqual([
      { type: 'video.created', at: AT, data: { videoId: 'v', name: 'Harbour' } },
    ]);
  });

  test('is processed or failed when its state says so, and says why', () => {
    expect(types('videos', at('uploading'), at('processing'))).toEqual([]);
    expect(told('videos', at('processing'), at('processed'))).toEqual([
      { type: 'video.processed', at: LATER, data: { videoId: 'v' } },
    ]);
    expect(told('videos', at('processing'), at('failed', { failure }))).toEqual([
      { type: 'video.failed', at: LATER, data: { videoId: 'v', failure } },
    ]);
  });

  test('that fails, is tried again and fails again has two events', () => {
    expect(types('videos', at('failed'), at('processing'))).toEqual([]);
    expect(types('videos', at('processing'), at('failed', { failure }))).toEqual(['video.failed']);
  });

  test('that is renamed, or whose copy of a figure follows, has no event', () => {
    expect(types('videos', at('processed'), at('processed', { name: 'Other', revision: 4 }))).toEqual([]);
  });

  test('has an item that names its owner, which is no video', () => {
    expect(types('videos', null, { accountId: 'video#v', videoId: 'owner', owner: 'a' })).toEqual([]);
  });
});

describe('a version', () => {
  test('is created by its item, with who made it', () => {
    const author = { kind: 'key', id: 'k', name: 'Build server' };
    expect(told('versions', null, { ...version, author })).toEqual([
      {
        type: 'version.created',
        at: AT,
        data: { videoId: 'v', version: 3, description: 'Layers changed', author },
      },
    ]);
    expect(told('versions', null, version)[0]?.data.author).toBeUndefined();
  });

  test('that is a tombstone deletes the video', () => {
    const tombstone = {
      videoId: 'v',
      accountId: 'a',
      version: 4,
      createdAt: AT,
      tombstone: true,
      writeId: 'w',
    };
    expect(told('versions', null, tombstone)).toEqual([
      { type: 'video.deleted', at: AT, data: { videoId: 'v' } },
    ]);
    expect(types('versions', tombstone, { ...tombstone, sweepAt: 5 })).toEqual([]);
  });

  test('of an earlier release does not say whose it is', () => {
    const { accountId: _, ...earlier } = version;
    expect(eventsOfChange('versions', { before: null, after: earlier })[0]?.accountId).toBeNull();
  });

  test('number 0 is where the sweeper keeps its place', () => {
    expect(types('versions', null, { videoId: '#sweeper', version: 0, walkedTo: 'x' })).toEqual([]);
  });
});

describe('a job', () => {
  const at = (state: string, more: object = {}) => ({ ...job, state, ...more });

  test.each([
    [null, 'queued', 'job.queued'],
    ['queued', 'processing', 'job.started'],
    ['finishing', 'completed', 'job.completed'],
    ['processing', 'failed', 'job.failed'],
    ['queued', 'cancelled', 'job.cancelled'],
  ])('that goes from %s to %s has the event %s', (from, to, type) => {
    expect(types('jobs', from === null ? null : at(from), at(to))).toEqual([type]);
  });

  test('that makes progress, or is being finished, has no event', () => {
    expect(types('jobs', at('processing'), at('processing', { samplesDone: { 0: 4 } }))).toEqual([]);
    expect(types('jobs', at('processing'), at('finishing'))).toEqual([]);
  });

  test('that takes the place of another which ended alike has events of its own, and was queued whatever became of it', () => {
    const next = at('failed', { jobId: 'next', failure, endedAt: LATER });
    expect(told('jobs', at('failed', { failure }), next)).toEqual([
      { type: 'job.queued', at: AT, data: { videoId: 'v', jobId: 'next' } },
      { type: 'job.failed', at: LATER, data: { videoId: 'v', jobId: 'next', failure } },
    ]);
    expect(types('jobs', at('queued'), at('queued', { jobId: 'next' }))).toEqual(['job.queued']);
    expect(types('jobs', null, at('cancelled'))).toEqual(['job.queued', 'job.cancelled']);
  });

  test('says when it began, and what it has found', () => {
    expect(told('jobs', at('queued'), at('processing', { startedAt: Date.parse(LATER) }))[0]?.at).toBe(LATER);
    const completed = at('completed', { objectsDetected: 12, version: 2, endedAt: LATER });
    expect(told('jobs', at('finishing'), completed)).toEqual([
      {
        type: 'job.completed',
        at: LATER,
        data: { videoId: 'v', jobId: 'j', objectsDetected: 12, version: 2 },
      },
    ]);
  });

  test('is not what the sketch of the workers is, which shares its table', () => {
    expect(types('jobs', null, { videoId: '#workers', entries: {} })).toEqual([]);
  });
});

describe('a surface', () => {
  const at = (state: string, more: object = {}) => ({ ...surface, state, ...more });

  test('is tracked or failed at the end alone', () => {
    expect(types('surfaces', null, at('running'))).toEqual([]);
    expect(types('surfaces', at('running'), at('committing'))).toEqual([]);
    expect(types('surfaces', at('running'), at('cancelled'))).toEqual([]);
    expect(told('surfaces', at('committing'), at('done', { trackedIn: 5 }))).toEqual([
      { type: 'surface.tracked', at: null, data: { videoId: 'v', objectId: 's', version: 5 } },
    ]);
    expect(told('surfaces', at('running'), at('failed', { failure }))).toEqual([
      { type: 'surface.failed', at: null, data: { videoId: 'v', objectId: 's', failure } },
    ]);
  });
});

describe('a key', () => {
  test('is created once and revoked once', () => {
    expect(told('keys', null, key)).toEqual([
      { type: 'key.created', at: AT, data: { keyId: 'k', name: 'Build server' } },
    ]);
    const revoked = { ...key, revokedAt: LATER };
    expect(told('keys', key, revoked)).toEqual([
      { type: 'key.revoked', at: LATER, data: { keyId: 'k', name: 'Build server' } },
    ]);
    expect(types('keys', revoked, { ...revoked, lastUsedAt: LATER })).toEqual([]);
    expect(types('keys', key, { ...key, lastUsedAt: LATER, rateLimit: 5 })).toEqual([]);
  });

  test('shows neither its hash nor any of its secret', () => {
    expect(JSON.stringify(told('keys', null, { ...key, masked: 'vms_sk_abcd' }))).not.toMatch(/vms_sk|"h"/);
  });
});

test('the table of a change follows from its key, for each table that has events', () => {
  for (const table of EVENT_TABLES) {
    const { partitionKey, sortKey }: TableSpec = TABLES[table];
    const names = [partitionKey.name, ...(sortKey === undefined ? [] : [sortKey.name])];
    expect(tableOfKey(Object.fromEntries(names.map((name) => [name, 'x'])))).toBe(table);
  }
  expect(tableOfKey({ accountId: 'a', kind: 'videos' })).toBeUndefined();
});

test('the data of every event are of the form that the reference gives', () => {
  const all = [
    ...told('videos', null, { ...video, status: 'failed', failure }),
    ...told('versions', null, version),
    ...told(
      'jobs',
      { ...job, state: 'finishing' },
      { ...job, state: 'completed', objectsDetected: 1, version: 2 },
    ),
    ...told('surfaces', null, { ...surface, state: 'done', trackedIn: 2 }),
    ...told('keys', null, key),
  ];
  for (const { type, data } of all)
    expect(
      event.safeParse({ id: 'evt_1', sequence: 1, type, timestamp: AT, version: 1, data }).error,
    ).toBeUndefined();
});
