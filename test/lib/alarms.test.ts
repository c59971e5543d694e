import { expect, test } from 'vitest';
import { AUTHORIZERS } from '../../shared/contract/authorizers.ts';
import { TABLES } from '../../shared/contract/resources.ts';
import { logicalId, only, resourcesOf, synthesize, warningsOf } from './synthesized.ts';

const topic = 'arn:aws:sns:eu-central-1:123456789012:operators';
const production = synthesize({ profile: 'production', alarmTopicArn: topic });
const personal = synthesize({ profile: 'personal' });

type Properties = Record<string, unknown>;

/** The properties of alarms, by name without that of the stack. */
const alarmsOf = ({ service }: typeof personal): Map<string, Properties> =>
  new Map(
    [...resourcesOf(service, 'AWS::CloudWatch::Alarm').values()].map(({ Properties }) => [
      String(Properties.AlarmName).replace(/^vms-dev-/, ''),
      Properties,
    ]),
  );

const alarms = alarmsOf(production);

/** What the metric is of, by its dimension. */
function subjectOf(name: string): unknown {
  const [{ Value } = { Value: null }] = (alarms.get(name)?.Dimensions ?? []) as { Value: unknown }[];
  return functionOf(Value) ?? logicalId(Value, production)?.replace(/[0-9A-F]{8}$/, '') ?? Value;
}

/** The name of the function that a value refers to. */
function functionOf(value: unknown): unknown {
  const id = logicalId(value, production) ?? '';
  return resourcesOf(production.service, 'AWS::Lambda::Function').get(id)?.Properties.FunctionName;
}

test.each([
  ['api-errors', 'AWS/ApiGateway', '5XXError', 'vms-dev'],
  ['throttles', 'AWS/Lambda', 'Throttles', null],
  ['announce-errors', 'AWS/Lambda', 'Errors', 'vms-dev-ingest-announce'],
  ['ingest-errors', 'AWS/Lambda', 'Errors', 'vms-dev-ingest-ingest'],
  ['detector-errors', 'AWS/Lambda', 'Errors', 'vms-dev-detector-detector'],
  ['ingest-failures', 'vms-dev', 'ingest-failures', null],
  ['detector-failures', 'vms-dev', 'detector-failures', null],
  ['relay-failures', 'vms-dev', 'relay-failures', null],
  ['sweeper-errors', 'AWS/Lambda', 'Errors', 'vms-dev-sweeper-sweeper'],
  ['relay-errors', 'AWS/Lambda', 'Errors', 'vms-dev-relay-relay'],
  ['events-failures', 'vms-dev', 'events-failures', null],
  ['events-errors', 'AWS/Lambda', 'Errors', 'vms-dev-events-record-changes'],
  ['events-behind', 'AWS/Lambda', 'IteratorAge', 'vms-dev-events-record-changes'],
  ['relay-behind', 'AWS/Lambda', 'IteratorAge', 'vms-dev-relay-relay'],
  ['sweeper-missing', 'AWS/Lambda', 'Invocations', 'vms-dev-sweeper-sweeper'],
  ['ingest-given-up', 'AWS/Lambda', 'Invocations', 'vms-dev-ingest-dead-letters'],
  ['detection-given-up', 'AWS/Lambda', 'Invocations', 'vms-dev-detector-dead-letters'],
  ['storage-errors', 'AWS/S3', '5xxErrors', 'Media'],
  ['ingest-dead-letters', 'AWS/SQS', 'ApproximateNumberOfMessagesVisible', 'IngestQueueDeadLetters'],
  ['detection-dead-letters', 'AWS/SQS', 'ApproximateNumberOfMessagesVisible', 'DetectionQueueDeadLetters'],
])('%s is raised by %s %s of %s', (name, Namespace, MetricName, subject) => {
  expect(alarms.get(name)).toMatchObject({ Namespace, MetricName });
  expect(subjectOf(name)).toBe(subject);
});

test.each([
  ['ingest', 'vms-dev-ingest-ingest', 'message'],
  ['detector', 'vms-dev-detector-detector', 'message'],
  ['relay', 'vms-dev-relay-relay', 'item'],
  ['events', 'vms-dev-events-record-changes', 'item'],
])('what %s reports as failed is counted by its log', (name, functionName, what) => {
  const functions = [...resourcesOf(production.service, 'AWS::Lambda::Function').values()];
  const logGroups = functions
    .filter(({ Properties }) => Properties.FunctionName === functionName)
    .map(({ Properties }) => (Properties.LoggingConfig as { LogGroup: unknown }).LogGroup);
  const filters = [...resourcesOf(production.service, 'AWS::Logs::MetricFilter').values()];
  const filter = filters.find(({ Properties }) => JSON.stringify(Properties).includes(`${name}-failures`));
  expect(filter?.Properties).toMatchObject({
    LogGroupName: logGroups[0],
    FilterPattern: `{ ($.message = "${what} failed") || ($.message = "${what} not understood") }`,
    MetricTransformations: [{ MetricNamespace: 'vms-dev', MetricValue: '1' }],
  });
  expect(resourcesOf(personal.service, 'AWS::Logs::MetricFilter').size).toBe(0);
});

interface Query {
  Expression?: string;
  Id: string;
  Period?: number;
  MetricStat?: {
    Metric: { Namespace: string; MetricName: string; Dimensions?: { Value: unknown }[] };
    Stat: string;
    Period: number;
  };
}

const queriesOf = (name: string): Query[] => (alarms.get(name)?.Metrics ?? []) as Query[];

/** What CloudWatch computes of the values of metrics, by their names; those that are not given have no value. */
function computed(name: string, values: Record<string, number>): number {
  const queries = queriesOf(name);
  const expression = queries.find(({ Expression }) => Expression !== undefined)?.Expression ?? '';
  const metrics = queries.flatMap(({ Id, MetricStat }) => (MetricStat ? [[Id, MetricStat] as const] : []));
  const compute = new Function('IF', 'FILL', ...metrics.map(([id]) => id), `return ${expression}`) as (
    ...given: unknown[]
  ) => number;
  return compute(
    (condition: boolean, then: number, otherwise: number) => (condition ? then : otherwise),
    (value: number | undefined, missing: number) => value ?? missing,
    ...metrics.map(([, { Metric }]) => values[Metric.MetricName]),
  );
}

const isRaised = (name: string, values: Record<string, number>): boolean =>
  computed(name, values) >= Number(alarms.get(name)?.Threshold);

test.each([
  ['work goes on', { ApproximateAgeOfOldestMessage: 3600, waiting: 40, NumberOfMessagesDeleted: 20 }, false],
  [
    'it needs hours',
    { ApproximateAgeOfOldestMessage: 3600, waiting: 4000, NumberOfMessagesDeleted: 20 },
    true,
  ],
  [
    'all of it is new',
    { ApproximateAgeOfOldestMessage: 60, waiting: 4000, NumberOfMessagesDeleted: 20 },
    false,
  ],
  ['nobody works on it', { ApproximateAgeOfOldestMessage: 1801, waiting: 1 }, true],
  ['nothing waits', { waiting: 0 }, false],
])('messages that wait, where %s', (_, { waiting, ...values }, raised) => {
  for (const name of ['ingest-waiting', 'detection-waiting']) {
    expect(isRaised(name, { ...values, ApproximateNumberOfMessagesVisible: waiting })).toBe(raised);
  }
});

test.each([
  ['errors-burn-fast', { Count: 10_000, '5XXError': 150 }, true],
  ['errors-burn-fast', { Count: 10_000, '5XXError': 100 }, false],
  ['errors-burn-fast', { Count: 99, '5XXError': 99 }, false],
  ['errors-burn-fast', { Count: 1_000 }, false],
  ['errors-burn-slow', { Count: 10_000, '5XXError': 61 }, true],
  ['errors-burn-slow', { Count: 10_000, '5XXError': 50 }, false],
  ['api-slow', { Count: 100, Latency: 5001 }, true],
  ['api-slow', { Count: 99, Latency: 20_000 }, false],
  ['requests-refused', { Count: 100, '4XXError': 51 }, true],
  ['requests-refused', { Count: 100, '4XXError': 40 }, false],
  ['requests-limited', { Count: 1000, 'requests-limited': 51 }, true],
  ['requests-limited', { Count: 1000 }, false],
  ['work-throttled', { WriteThrottleEvents: 4 }, true],
  ['work-throttled', {}, false],
])('%s of %j is raised: %s', (name, values, raised) => {
  expect(isRaised(name, values as Record<string, number>)).toBe(raised);
});

test('refusals of every table raise one alarm, those of reads and of writes alike', () => {
  const groups = [...alarms.keys()].filter((name) => name.endsWith('-throttled'));
  const watched = groups.flatMap((name) =>
    queriesOf(name).flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : [])),
  );
  for (const kind of ['ReadThrottleEvents', 'WriteThrottleEvents']) {
    const tables = watched
      .filter(({ MetricName }) => MetricName === kind)
      .map(({ Dimensions }) => Dimensions);
    expect(new Set(tables.map((each) => JSON.stringify(each))).size).toBe(Object.keys(TABLES).length);
    expect(tables).toHaveLength(Object.keys(TABLES).length);
  }
});

test('no alarm is computed from more than the ten metrics that CloudWatch takes', () => {
  for (const name of alarms.keys()) expect([name, queriesOf(name).length <= 10]).toEqual([name, true]);
});

test('the rate of 429 is counted by the log of requests, whose status is a text', () => {
  const filters = [...resourcesOf(production.service, 'AWS::Logs::MetricFilter').values()];
  const filter = filters.find(({ Properties }) => JSON.stringify(Properties).includes('requests-limited'));
  const stage = only(production.service, 'AWS::ApiGateway::Stage').Properties.AccessLogSetting as {
    DestinationArn: unknown;
    Format: string;
  };
  expect(filter?.Properties.FilterPattern).toBe('{ $.status = "429" }');
  expect(JSON.parse(stage.Format)).toMatchObject({ status: '$context.status' });
  expect(JSON.stringify(stage.DestinationArn)).toContain(
    logicalId(filter?.Properties.LogGroupName, production),
  );
});

test('only a deployment with all alarms pays for the metrics of S3', () => {
  const metricsOf = ({ data }: typeof personal): unknown =>
    only(data, 'AWS::S3::Bucket').Properties.MetricsConfigurations;
  expect(metricsOf(production)).toEqual([{ Id: 'all' }]);
  expect(metricsOf(personal)).toBeUndefined();
  expect(alarms.get('storage-errors')?.Dimensions).toContainEqual({ Name: 'FilterId', Value: 'all' });
});

test('the dashboard shows the state of every alarm of its stack, and draws the limits at which they are raised', () => {
  const body = JSON.stringify(
    only(production.service, 'AWS::CloudWatch::Dashboard').Properties.DashboardBody,
  );
  for (const id of resourcesOf(production.service, 'AWS::CloudWatch::Alarm').keys())
    expect(body).toContain(`"${id}"`);
  const limit = String.raw`\\"value\\":(\d+),\\"label\\":\\"api-slow`;
  expect(Number(new RegExp(limit).exec(body)?.[1])).toBe(alarms.get('api-slow')?.Threshold);
});

test('errors of CloudFront raise an alarm in the one region that has its metrics', () => {
  const { Properties, Condition } = only(production.console, 'AWS::CloudWatch::Alarm') as {
    Properties: Properties;
    Condition?: string;
  };
  expect(Properties).toMatchObject({
    AlarmName: 'vms-dev-console-errors',
    Namespace: 'AWS/CloudFront',
    MetricName: '5xxErrorRate',
    AlarmActions: [topic],
  });
  const { Conditions } = production.console.toJSON() as { Conditions: Record<string, unknown> };
  expect(Conditions[String(Condition)]).toEqual({ 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'us-east-1'] });
  expect(resourcesOf(personal.console, 'AWS::CloudWatch::Alarm').size).toBe(0);
});

test('a budget notifies the topic of 80 % and of a forecast beyond it; without one nothing is budgeted', () => {
  const { service } = synthesize({ alarmTopicArn: topic, monthlyBudget: '50' });
  expect(only(service, 'AWS::Budgets::Budget').Properties).toMatchObject({
    Budget: { BudgetLimit: { Amount: 50, Unit: 'USD' }, TimeUnit: 'MONTHLY' },
    NotificationsWithSubscribers: [
      {
        Notification: { NotificationType: 'ACTUAL', Threshold: 80 },
        Subscribers: [{ SubscriptionType: 'SNS', Address: topic }],
      },
      { Notification: { NotificationType: 'FORECASTED', Threshold: 100 } },
    ],
  });
  expect(resourcesOf(production.service, 'AWS::Budgets::Budget').size).toBe(0);
});

test('the authorizers of all audiences have one alarm, for their errors together', () => {
  const queries = queriesOf('authorizer-errors');
  const metrics = queries.flatMap(({ Id, MetricStat }) => (MetricStat ? [{ Id, ...MetricStat }] : []));
  expect(
    metrics.map(({ Metric, Stat }) => [Stat, Metric.MetricName, functionOf(Metric.Dimensions?.[0]?.Value)]),
  ).toEqual(
    Object.values(AUTHORIZERS).map(({ key }) => ['Sum', 'Errors', `vms-dev-${key.replace('/', '-')}`]),
  );
  // Of functions that nobody has called there is no value.
  const sum = metrics.map(({ Id }) => `FILL(${Id}, 0)`).join(' + ');
  expect(queries.map(({ Expression }) => Expression).filter(Boolean)).toEqual([sum]);
});

test('a sweeper that throws is run as often as its alarm waits for, within a period', () => {
  const { Threshold, Period } = alarms.get('sweeper-errors') ?? {};
  const [config] = resourcesOf(production.service, 'AWS::Lambda::EventInvokeConfig').values();
  expect(logicalId(config?.Properties.FunctionName, production)).toContain('sweeper');
  expect(1 + Number(config?.Properties.MaximumRetryAttempts)).toBe(Threshold);
  // Lambda waits one minute before the second attempt and two before the third.
  expect(Number(Period)).toBeGreaterThan(3 * 60);
});

test('every alarm names its entry in the runbook, which is its own name', () => {
  expect(alarms.size).toBeGreaterThan(10);
  for (const [name, { AlarmDescription }] of alarms) {
    expect(AlarmDescription).toMatch(new RegExp(`docs/runbook.md: ${name}$`));
  }
});

test('silence raises the alarm of the sweeper and no other', () => {
  for (const [name, { TreatMissingData, ComparisonOperator }] of alarms) {
    const missing = name === 'sweeper-missing';
    expect([name, TreatMissingData]).toEqual([name, missing ? 'breaching' : 'notBreaching']);
    expect([name, ComparisonOperator]).toEqual([
      name,
      missing ? 'LessThanThreshold' : 'GreaterThanOrEqualToThreshold',
    ]);
  }
});

test('the sweeper may be late once before its absence raises an alarm', () => {
  const { EvaluationPeriods, Period } = alarms.get('sweeper-missing') ?? {};
  const scheduleSeconds = 5 * 60;
  expect(Number(EvaluationPeriods) * Number(Period)).toBeGreaterThan(2 * scheduleSeconds);
});

test('a personal deployment has alarms when work fails, is given up or is not swept', () => {
  expect([...alarmsOf(personal).keys()].sort()).toEqual([
    'api-errors',
    'detection-given-up',
    'ingest-given-up',
    'sweeper-missing',
    'webhooks-given-up',
  ]);
});

test('every alarm notifies the configured topic, and nobody without one', () => {
  for (const { AlarmActions } of alarms.values()) expect(AlarmActions).toEqual([topic]);
  for (const properties of alarmsOf(personal).values()) expect(properties).not.toHaveProperty('AlarmActions');
});

test('the synth warns of a deployment whose alarms notify nobody, whatever its profile', () => {
  const warning = expect.stringContaining('set alarmTopicArn');
  expect(warningsOf(synthesize({ profile: 'production' }))).toContainEqual(warning);
  expect(warningsOf(personal)).toContainEqual(warning);
  expect(warningsOf(production)).not.toContainEqual(warning);
});

test.each([
  ['personal', personal, ['api-errors']],
  [
    'production',
    production,
    ['api-errors', 'authorizer-errors', 'ingest-errors', 'detector-errors', 'relay-errors'],
  ],
] as const)('the alarms that judge a release of the profile %s are in an output', (_, { service }, names) => {
  const { Value } = (service.toJSON() as { Outputs: Record<string, { Value: unknown }> }).Outputs
    .ReleaseAlarms ?? {
    Value: '',
  };
  const ids = [...JSON.stringify(Value).matchAll(/"Fn::GetAtt":\["(\w+)","Arn"\]/g)].map(([, id = '']) => id);
  const found = resourcesOf(service, 'AWS::CloudWatch::Alarm');
  expect(ids.map((id) => String(found.get(id)?.Properties.AlarmName).replace(/^vms-dev-/, ''))).toEqual(
    names,
  );
});
