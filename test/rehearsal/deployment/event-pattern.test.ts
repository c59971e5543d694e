import { expect, test } from 'vitest';
import { type EventPattern, fits } from '../../../rehearsal/deployment/event-pattern.ts';

const EVENT = {
  source: 'aws.s3',
  resources: ['arn:aws:s3:::media', 'arn:aws:s3:::other'],
  detail: { bucket: { name: 'media' }, object: { key: 'uploads/a/b', size: 3 } },
};

test.each<[string, EventPattern, boolean]>([
  ['nothing is asked for', {}, true],
  ['a field has one of the values', { source: ['aws.ec2', 'aws.s3'] }, true],
  ['a field has another value', { source: ['aws.ec2'] }, false],
  ['a field has the value and more', { source: ['aws'] }, false],
  ['one of several values of a field is asked for', { resources: ['arn:aws:s3:::other'] }, true],
  ['a field within others begins as asked', { detail: { object: { key: [{ prefix: 'uploads/' }] } } }, true],
  ['a field begins otherwise', { detail: { object: { key: [{ prefix: 'jobs/' }] } } }, false],
  ['one of two fields differs', { source: ['aws.s3'], detail: { bucket: { name: ['other'] } } }, false],
  ['a field is missing', { account: ['111122223333'] }, false],
  ['what a field is within is missing', { detail: { requester: { id: ['a'] } } }, false],
])('an event of which %s', (_, pattern, expected) => {
  expect(fits(pattern, EVENT)).toBe(expected);
});

test('a comparison that nothing here knows cannot be rehearsed', () => {
  const pattern = { source: [{ suffix: 's3' }] } as unknown as EventPattern;
  expect(() => fits(pattern, EVENT)).toThrow('not known to the rehearsal');
});
