import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import { expect, test } from 'vitest';
import { PROFILES } from '../../lib/profiles.ts';
import { QUEUE_CONSUMERS, QUEUE_FEED } from '../../shared/contract/messages.ts';
import { MEDIA_BUCKET, QUEUES } from '../../shared/contract/resources.ts';
import { sampledRows } from '../support/run/long.ts';
import {
  idOf,
  logicalId,
  propertiesOf,
  type Resource,
  resourcesOf,
  rolePolicies,
  synthesize,
} from './synthesized.ts';

const synthesized = synthesize();
const { app, data, service } = synthesized;

const functionNamed = (name: string): Resource => {
  const found = [...resourcesOf(service, 'AWS::Lambda::Function').values()].find(
    ({ Properties }) => Properties.FunctionName === `vms-dev-${name}`,
  );
  if (found === undefined) throw new Error(`no function ${name}`);
  return found;
};

/** The name of the function a reference points to. */
const functionOf = (reference: unknown): unknown =>
  propertiesOf(service, 'AWS::Lambda::Function', logicalId(reference, synthesized)).FunctionName;

/** The properties of the one event source that feeds a function. */
function feed(name: string): Record<string, unknown> & { queueId: string | null } {
  const [properties, ...more] = [...resourcesOf(service, 'AWS::Lambda::EventSourceMapping').values()]
    .map(({ Properties }) => Properties)
    .filter(({ FunctionName }) => functionOf(FunctionName) === `vms-dev-${name}`);
  if (properties === undefined || more.length > 0) throw new Error(`${name} has not exactly one source`);
  return { ...properties, queueId: logicalId(properties.EventSourceArn, synthesized) };
}

const QUEUE_IDS = {
  ingest: 'IngestQueue',
  detection: 'DetectionQueue',
  webhooks: 'WebhookQueue',
} as const;

test.each(QUEUE_CONSUMERS.map((definition) => [definition.key.replaceAll('/', '-'), definition] as const))(
  '%s takes the messages of its definition one at a time and reports each failure',
  (name, { queue, deadLetters }) => {
    const id = QUEUE_IDS[queue];
    expect(feed(name)).toMatchObject({
      queueId: idOf(service, 'AWS::SQS::Queue', deadLetters ? `${id}DeadLetters` : id),
      BatchSize: QUEUE_FEED.batchSize,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  },
);

test.each([
  ['ingest-ingest', QUEUES.ingest],
  ['detector-detector', QUEUES.detection],
  ['webhooks-deliver', QUEUES.webhooks],
])('%s ends before its message shows up again', (name, { visibilityTimeout }) => {
  expect(functionNamed(name).Properties.Timeout).toBeLessThanOrEqual(visibilityTimeout);
});

test('dead letters stay hidden while their consumer works on them', () => {
  for (const [name, queue] of [
    ['ingest-dead-letters', 'IngestQueueDeadLetters'],
    ['detector-dead-letters', 'DetectionQueueDeadLetters'],
    ['webhooks-dead-letters', 'WebhookQueueDeadLetters'],
  ] as const) {
    const type = 'AWS::SQS::Queue';
    const { VisibilityTimeout } = propertiesOf(service, type, idOf(service, type, queue));
    expect(functionNamed(name).Properties.Timeout).toBeLessThanOrEqual(Number(VisibilityTimeout));
  }
});

test.each([
  ['IngestQueue', QUEUES.ingest],
  ['DetectionQueue', QUEUES.detection],
  ['WebhookQueue', QUEUES.webhooks],
] as const)('a message of %s that fails too often is kept apart', (name, spec) => {
  const type = 'AWS::SQS::Queue';
  const queue = propertiesOf(service, type, idOf(service, type, name));
  const redrive = queue.RedrivePolicy as { deadLetterTargetArn: unknown; maxReceiveCount: number };
  expect(queue.VisibilityTimeout).toBe(spec.visibilityTimeout);
  expect(redrive.maxReceiveCount).toBe(spec.maxReceiveCount);
  expect(logicalId(redrive.deadLetterTargetArn, synthesized)).toBe(idOf(service, type, `${name}DeadLetters`));
});

test('how much is worked on at a time is small unless the context says otherwise', () => {
  expect(feed('detector-detector').ScalingConfig).toEqual({ MaximumConcurrency: 2 });
  expect(feed('ingest-ingest').ScalingConfig).toEqual({ MaximumConcurrency: 2 });
});

test('the relay gets new items of the outbox, and one that cannot be sent holds up others for a few attempts', () => {
  const { EventSourceArn, ...source } = feed('relay-relay');
  expect(JSON.stringify(EventSourceArn)).toContain('outbox');
  expect(source).toMatchObject({
    FilterCriteria: { Filters: [{ Pattern: JSON.stringify({ eventName: ['INSERT'] }) }] },
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    MaximumRetryAttempts: 5,
    StartingPosition: 'TRIM_HORIZON',
  });
});

test.each(
  sampledRows([
    [250, 3],
    [1000, 10],
    [98, 1],
    [2, 1],
  ] as const),
)(
  'of %i workers, %i relays take the items of a shard at a time',
  {
    tags: 'sampled',
  },
  (detectionConcurrency, relays) => {
    expect(
      [
        ...resourcesOf(
          synthesize({ detectionConcurrency }).service,
          'AWS::Lambda::EventSourceMapping',
        ).values(),
      ].flatMap(({ Properties }) => Properties.ParallelizationFactor ?? []),
    ).toEqual([relays]);
  },
);

test('a function is made after every policy of its role, so that what feeds it never finds it without permissions', () => {
  const policies = rolePolicies<object>(service, synthesized);
  const beside = [...resourcesOf(service, 'AWS::IAM::Policy')];
  for (const { Properties, DependsOn = [] } of resourcesOf(service, 'AWS::Lambda::Function').values()) {
    const role = logicalId(Properties.Role, synthesized);
    expect([Properties.FunctionName, policies.some(({ roles }) => roles.includes(role))]).toEqual([
      Properties.FunctionName,
      true,
    ]);
    const needed = beside
      .filter(([, policy]) =>
        (policy.Properties.Roles as unknown[]).some((one) => logicalId(one, synthesized) === role),
      )
      .map(([id]) => id);
    expect(DependsOn).toEqual(expect.arrayContaining([role, ...needed]));
  }
});

interface Target {
  Arn: unknown;
  DeadLetterConfig?: { Arn: unknown };
}

/** The rule that calls a function, and its one target. */
function ruleFor(name: string): { id: string; properties: Record<string, unknown>; target: Target } {
  for (const [id, { Properties }] of resourcesOf(service, 'AWS::Events::Rule')) {
    const [target, ...more] = Properties.Targets as Target[];
    if (target === undefined || more.length > 0) throw new Error(`${id} has not exactly one target`);
    if (functionOf(target.Arn) === `vms-dev-${name}`) return { id, properties: Properties, target };
  }
  throw new Error(`no rule calls ${name}`);
}

test('the sweeper runs every five minutes', () => {
  expect(ruleFor('sweeper-sweeper').properties).toMatchObject({
    ScheduleExpression: 'rate(5 minutes)',
    State: 'ENABLED',
  });
});

test('what appears below the upload prefix of the bucket is announced, and nothing else', () => {
  const { EventPattern, State } = ruleFor('ingest-announce').properties;
  expect(State).toBe('ENABLED');
  const { detail, ...event } = EventPattern as { detail: { bucket: { name: unknown[] }; object: unknown } };
  expect(event).toEqual({ source: ['aws.s3'], 'detail-type': ['Object Created'] });
  expect(detail.object).toEqual({ key: [{ prefix: MEDIA_BUCKET.prefixes.uploads }] });
  expect(detail.bucket.name.map((name) => JSON.stringify(name))).toEqual([
    expect.stringContaining('MediaName'),
  ]);
});

test('an upload that cannot be announced goes to the ingest queue as it is, whether the call failed or the function', () => {
  const queue = idOf(service, 'AWS::SQS::Queue', 'IngestQueue');
  const { id, target } = ruleFor('ingest-announce');
  const { DeadLetterConfig } = functionNamed('ingest-announce').Properties;
  expect(logicalId(target.DeadLetterConfig?.Arn, synthesized)).toBe(queue);
  expect(logicalId((DeadLetterConfig as { TargetArn: unknown }).TargetArn, synthesized)).toBe(queue);
  const policies = [...resourcesOf(service, 'AWS::SQS::QueuePolicy').values()].filter(({ Properties }) =>
    (Properties.Queues as unknown[]).some((one) => logicalId(one, synthesized) === queue),
  );
  expect(policies.map(({ Properties }) => Properties.PolicyDocument)).toEqual([
    expect.objectContaining({
      Statement: expect.arrayContaining([
        expect.objectContaining({
          Action: 'sqs:SendMessage',
          Effect: 'Allow',
          Principal: { Service: 'events.amazonaws.com' },
          Condition: { ArnEquals: { 'aws:SourceArn': { 'Fn::GetAtt': [id, 'Arn'] } } },
        }),
      ]),
    }),
  ]);
});

test('what decodes video runs in one image; everything else is Node 24 on arm64', () => {
  const images = new Set<string>();
  for (const { Properties } of resourcesOf(service, 'AWS::Lambda::Function').values()) {
    expect(Properties).toMatchObject({ Architectures: ['arm64'] });
    if (Properties.PackageType === 'Image') images.add(JSON.stringify(Properties.Code));
    else expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Handler: 'index.handler' });
  }
  expect(images.size).toBe(1);
  expect(functionNamed('ingest-ingest').Properties.ImageConfig).toEqual({
    Command: ['functions/ingest/ingest.handler'],
  });
  expect(functionNamed('detector-detector').Properties.ImageConfig).toEqual({
    Command: ['functions/detector/detector.handler'],
  });
});

test('ONNX Runtime reports nothing from the functions that hold it', () => {
  for (const key of ['ingest-ingest', 'detector-detector']) {
    expect(functionNamed(key).Properties.Environment).toMatchObject({
      Variables: { ORT_DISABLE_TELEMETRY: '1' },
    });
  }
});

test('what decodes video is in a network without a way out', () => {
  for (const type of ['AWS::EC2::InternetGateway', 'AWS::EC2::NatGateway', 'AWS::EC2::Route']) {
    expect([...resourcesOf(service, type).keys()]).toEqual([]);
  }
  for (const { Properties } of resourcesOf(service, 'AWS::Lambda::Function').values()) {
    expect('VpcConfig' in Properties).toBe(Properties.PackageType === 'Image');
  }
});

test('the network lies in the zones that are named', () => {
  const named = synthesize({ zones: 'us-east-1b,us-east-1d' });
  const zones = [...resourcesOf(named.service, 'AWS::EC2::Subnet').values()];
  expect(zones.map(({ Properties }) => Properties.AvailabilityZone).sort()).toEqual([
    'us-east-1b',
    'us-east-1d',
  ]);
});

test('the network reaches only tables and bucket of the service, through endpoints that cost nothing', () => {
  const endpoints = [...resourcesOf(service, 'AWS::EC2::VPCEndpoint').values()];
  const reachable = endpoints.flatMap(({ Properties }) =>
    (Properties.PolicyDocument as { Statement: { Effect: string; Resource: unknown }[] }).Statement.map(
      ({ Effect, Resource }) => ({ Effect, targets: [Resource].flat() }),
    ),
  );
  expect(reachable).toHaveLength(2);
  for (const { Properties } of endpoints) expect(Properties.VpcEndpointType).toBe('Gateway');
  for (const { Effect, targets } of reachable) {
    expect(Effect).toBe('Allow');
    for (const target of targets) expect(target).toBeTypeOf('object');
  }
});

test('the network does not reach the keys, the accounts and what only endpoints count', () => {
  const endpoints = JSON.stringify([...resourcesOf(service, 'AWS::EC2::VPCEndpoint').values()]);
  const expected = { videos: true, keys: false, accounts: false, limits: false, idempotency: false };
  for (const [name, reached] of Object.entries(expected)) {
    const table = idOf(data, 'AWS::DynamoDB::GlobalTable', name);
    expect([name, endpoints.includes(table)]).toEqual([name, reached]);
  }
});

test('the image is made of what it copies and nothing else', () => {
  const { directory } = app.synth();
  const [context] = readdirSync(directory).filter((entry) =>
    readdirSync(directory, { withFileTypes: true }).some((e) => e.name === entry && e.isDirectory())
      ? readdirSync(path.join(directory, entry)).includes('package-lock.json')
      : false,
  );
  const folder = path.join(directory, context ?? '');
  expect(readdirSync(folder).sort()).toEqual([
    'cli',
    'functions',
    'models',
    'package-lock.json',
    'package.json',
    'shared',
  ]);
  const dockerfile = readFileSync(path.join(folder, 'functions/detector/Dockerfile'), 'utf8');
  for (const [, sources = ''] of dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)) {
    for (const source of sources.split(' ')) {
      expect(readdirSync(path.join(folder, path.dirname(source)))).toContain(path.basename(source));
    }
  }
});

test('the checks would find something', () => {
  const stack = new Stack(new App(), 'careless');
  new Bucket(stack, 'Bucket');
  const rules = new AwsSolutionsChecks().validateScope(stack).violations.map(({ ruleName }) => ruleName);
  expect(rules).toContain('AwsSolutions-S10');
});

test.each(Object.keys(PROFILES))(
  'each stack of the profile %s takes no more than two thirds of the 500 resources that CloudFormation allows',
  (profile) => {
    const { data, service, console } = synthesize({ profile });
    for (const template of [data, service, console]) {
      expect(Object.keys(template.toJSON().Resources).length).toBeLessThanOrEqual((2 / 3) * 500);
    }
  },
);
