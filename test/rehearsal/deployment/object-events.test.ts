import type { SendMessageCommand } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { ObjectEvents } from '../../../rehearsal/deployment/object-events.ts';
import { AccessDenied } from '../../../rehearsal/policies/access-control.ts';
import type { Resource } from '../../../rehearsal/template/resolve.ts';
import { Resources } from '../../../rehearsal/template/resources.ts';

const resource = (type: string, ref: string, properties: object = {}): Resource => ({
  id: ref,
  stack: 'vms',
  type,
  ref,
  arn: `arn:${ref}`,
  properties: { ...properties },
  metadata: {},
});

const BUCKET = { NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } } };
const TARGET = { Id: 'Target0', Arn: 'arn:announce' };
const RULE = {
  State: 'ENABLED',
  EventPattern: { source: ['aws.s3'], detail: { object: { key: [{ prefix: 'uploads/' }] } } },
  Targets: [TARGET],
};
const FUNCTION = { Role: 'role' };

interface Deployed {
  bucket?: object;
  rule?: object;
  fn?: object;
  /** How calls end, one after the other; from then on they succeed. */
  ends?: ('fails' | 'refused')[];
  /** Who may send to the queue of dead letters. */
  sends?: (caller: string) => boolean;
}

/** Reports two objects. @returns the keys of the calls and of the dead letters, and what failed */
async function reporting({ bucket = BUCKET, rule = RULE, fn = FUNCTION, ends = [], sends }: Deployed) {
  const called: string[] = [];
  const letters: string[] = [];
  const failures: string[] = [];
  const keyIn = (event: unknown): string =>
    (event as { detail: { object: { key: string } } }).detail.object.key;
  const events = new ObjectEvents({
    resources: new Resources([
      resource('AWS::S3::Bucket', 'media', bucket),
      resource('AWS::Events::Rule', 'rule', rule),
      resource('AWS::Lambda::Function', 'announce', fn),
      resource('AWS::IAM::Role', 'role'),
      resource('AWS::SQS::Queue', 'ingest'),
    ]),
    access: {
      authorize({ name }) {
        if (sends?.(name) === false) throw new AccessDenied(`${name} may not send`);
      },
    },
    functions: {
      async invokeAs(service, arn, event, source) {
        expect([service, arn, source]).toEqual(['events.amazonaws.com', 'arn:announce', 'arn:rule']);
        const end = ends.shift();
        if (end === 'refused') throw new AccessDenied('EventBridge may not call');
        called.push(keyIn(event));
        if (end === 'fails') return { kind: 'error', errorType: 'Error', errorMessage: 'no' };
        return { kind: 'answer', payload: 'null' };
      },
    },
    sqs: {
      send: async ({ input }: SendMessageCommand) => {
        expect(input.QueueUrl).toBe('ingest');
        letters.push(keyIn(JSON.parse(input.MessageBody ?? '')));
      },
    } as never,
    place: { region: 'us-east-1', accountId: '111122223333' },
    onFailure: (failure) => failures.push(failure),
  });
  const common = {
    bucket: 'media',
    size: 1,
    etag: 'e',
    eventName: 'ObjectCreated:Put',
    sequencer: '1',
  } as const;
  for (const key of ['jobs/a', 'uploads/b']) events.announce({ ...common, key });
  const pending = events.pending;
  await events.close();
  return { called, letters, failures, pending, left: events.pending };
}

test('a rule calls its function with the events that fit its pattern', async () => {
  expect(await reporting({})).toEqual({
    called: ['uploads/b'],
    letters: [],
    failures: [],
    pending: 1,
    left: 0,
  });
});

test.each([
  ['a bucket that tells nobody', { bucket: {} }],
  ['a rule that is disabled', { rule: { ...RULE, State: 'DISABLED' } }],
])('%s leads to no call', async (_, deployed) => {
  expect(await reporting(deployed)).toMatchObject({ called: [], pending: 0 });
});

test('a call that fails is made three times, then the event goes to the dead letters of the function', async () => {
  const fn = { ...FUNCTION, DeadLetterConfig: { TargetArn: 'arn:ingest' } };
  const { called, letters, failures } = await reporting({ fn, ends: ['fails', 'fails', 'fails'] });
  expect(called).toEqual(['uploads/b', 'uploads/b', 'uploads/b']);
  expect(letters).toEqual(['uploads/b']);
  expect(failures).toEqual(Array(3).fill('announce: Error: no'));
});

test('a call that fails once is made again, and that is all', async () => {
  expect(await reporting({ ends: ['fails'] })).toMatchObject({
    called: ['uploads/b', 'uploads/b'],
    letters: [],
    failures: ['announce: Error: no'],
  });
});

test('an event that cannot be delivered goes to the dead letters of the target', async () => {
  const rule = { ...RULE, Targets: [{ ...TARGET, DeadLetterConfig: { Arn: 'arn:ingest' } }] };
  expect(await reporting({ rule, ends: ['refused'] })).toMatchObject({
    called: [],
    letters: ['uploads/b'],
    failures: ['EventBridge may not call'],
  });
});

test.each([
  ['there are no dead letters', {}, 'Lambda for announce has no dead letters'],
  [
    'the function may not send to them',
    { fn: { ...FUNCTION, DeadLetterConfig: { TargetArn: 'arn:ingest' } }, sends: () => false },
    'Lambda for announce may not send',
  ],
])('where %s the loss is a failure', async (_, deployed, reason) => {
  const { letters, failures } = await reporting({ ...deployed, ends: ['fails', 'fails', 'fails'] });
  expect(letters).toEqual([]);
  expect(failures.at(-1)).toBe(`uploads/b is lost: ${reason}`);
});

test.each([
  [
    'a bucket that notifies a queue itself',
    { bucket: { NotificationConfiguration: { QueueConfigurations: [] } } },
  ],
  ['a rule on another bus', { rule: { ...RULE, EventBusName: 'other' } }],
  [
    'a target that gets something else',
    { rule: { ...RULE, Targets: [{ ...TARGET, InputPath: '$.detail' }] } },
  ],
])('%s cannot be rehearsed', async (_, deployed) => {
  await expect(reporting(deployed)).rejects.toThrow('not known to the rehearsal');
});
