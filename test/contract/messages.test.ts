import { describe, expect, test } from 'vitest';
import { announce, detector, ingest, uploadNotificationOf } from '../../shared/contract/messages.ts';

const ids = { accountId: 'account', videoId: 'video', jobId: 'job' };

describe('a detection message', () => {
  test.each([
    { kind: 'segment', ...ids, segment: 0 },
    { kind: 'name', ...ids, segment: 12 },
    { kind: 'finish', ...ids },
  ])('of the kind $kind is understood as earlier releases sent it', (message) => {
    expect(detector.message.parse(JSON.parse(JSON.stringify(message)))).toEqual(message);
  });

  test('may carry what a later release adds', () => {
    expect(detector.message.parse({ kind: 'finish', ...ids, priority: 1 })).toEqual({
      kind: 'finish',
      ...ids,
    });
  });

  test.each([
    ['of an unknown kind', { kind: 'surface', ...ids }],
    ['without a job', { kind: 'finish', accountId: 'account', videoId: 'video' }],
    ['without a segment', { kind: 'segment', ...ids }],
    ['that is no object', 'finish'],
  ])('%s is refused', (_, message) => {
    expect(detector.message.safeParse(message).success).toBe(false);
  });
});

/** As S3 sends it, shortened. */
const s3Event = (...keys: string[]) => ({
  Records: keys.map((key) => ({
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    eventName: 'ObjectCreated:Put',
    s3: { bucket: { name: 'media' }, object: { key, size: 1024, eTag: 'd41d8cd9' } },
  })),
});

describe('the notification of an upload', () => {
  test('names the objects by their keys, which S3 encodes like form fields', () => {
    const event = s3Event('uploads/account/video', 'uploads/a%2Bb+c/%C3%A9');
    expect(ingest.message.parse(event)).toEqual({ keys: ['uploads/account/video', 'uploads/a+b c/é'] });
  });

  test.each([
    ['reaches the function that announces it', announce],
    ['is ingested where it could not be announced', ingest],
  ])('by EventBridge %s, with its key as it is', (_, { message }) => {
    const detail = { bucket: { name: 'media' }, object: { key: 'uploads/a+b c/100%', size: 1024 } };
    const event = { version: '0', source: 'aws.s3', 'detail-type': 'Object Created', detail };
    expect(message.parse(event)).toEqual({ keys: ['uploads/a+b c/100%'] });
  });

  test('that S3 sends when a queue is to be notified names none', () => {
    const event = { Service: 'Amazon S3', Event: 's3:TestEvent', Bucket: 'media' };
    expect(ingest.message.parse(event)).toEqual({ keys: [] });
  });

  test('of which the sweeper of an earlier release sent no more than the key is understood', () => {
    const event = { Records: [{ s3: { object: { key: 'uploads/account/video' } } }] };
    expect(ingest.message.parse(event)).toEqual({ keys: ['uploads/account/video'] });
  });

  test('that the service makes itself names the same key', () => {
    const key = 'uploads/a+b c/100%';
    expect(ingest.message.parse(uploadNotificationOf(key))).toEqual({ keys: [key] });
  });

  test.each([
    ['no event of S3', {}],
    ['an event without a key', { Records: [{ s3: {} }] }],
  ])('%s is refused', (_, event) => {
    expect(ingest.message.safeParse(event).success).toBe(false);
  });
});
