import { expect, test } from 'vitest';
import { AUTHORIZERS } from '../../shared/contract/authorizers.ts';
import { logicalId, resourcesOf, synthesize, warningsOf } from './synthesized.ts';

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
  ['relay-behind', 'AWS/Lambda', 'IteratorAge', 'vms-dev-relay-relay'],
  ['sweeper-missing', 'AWS/Lambda', 'Invocations', 'vms-dev-sweeper-sweeper'],
  ['ingest-given-up', 'AWS/Lambda', 'Invocations', 'vms-dev-ingest-dead-letters'],
  ['detection-given-up', 'AWS/Lambda', 'Invocations', 'vms-dev-detector-dead-letters'],
  ['ingest-waiting', 'AWS/SQS', 'ApproximateAgeOfOldestMessage', 'IngestQueue'],
  ['detection-waiting', 'AWS/SQS', 'ApproximateAgeOfOldestMessage', 'DetectionQueue'],
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

test('the authorizers of all audiences have one alarm, for their errors together', () => {
  interface Query {
    Expression?: string;
    Id: string;
    MetricStat?: { Metric: { MetricName: string; Dimensions: { Value: unknown }[] }; Stat: string };
  }
  const queries = (alarms.get('authorizer-errors')?.Metrics ?? []) as Query[];
  const metrics = queries.flatMap(({ Id, MetricStat }) => (MetricStat ? [{ Id, ...MetricStat }] : []));
  expect(
    metrics.map(({ Metric, Stat }) => [Stat, Metric.MetricName, functionOf(Metric.Dimensions[0]?.Value)]),
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
  ]);
});

test('every alarm notifies the configured topic, and nobody without one', () => {
  for (const { AlarmActions } of alarms.values()) expect(AlarmActions).toEqual([topic]);
  for (const properties of alarmsOf(personal).values()) expect(properties).not.toHaveProperty('AlarmActions');
});

test('the synth warns of a production deployment whose alarms notify nobody', () => {
  const warning = expect.stringContaining('set alarmTopicArn');
  expect(warningsOf(synthesize({ profile: 'production' }))).toContainEqual(warning);
  for (const reported of [production, personal]) expect(warningsOf(reported)).not.toContainEqual(warning);
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
