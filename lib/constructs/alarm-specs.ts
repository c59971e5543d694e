import { Duration, Stack } from 'aws-cdk-lib';
import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { GIVEN_BACK, LEFT_ITEM } from '../../shared/contract/messages.ts';
import type { TableName } from '../../shared/contract/resources.ts';
import type { Config } from '../config.ts';
import { REQUEST_METRICS } from './media-bucket.ts';
import type { WorkQueue } from './work-queue.ts';

/** A queue, what takes its dead letters, and how long work may wait before an operator should look. */
export interface WatchedQueue {
  work: WorkQueue;
  deadLetterConsumer: LambdaFunction;
  /** Until all that waits is done, at the present rate. */
  longestWait: Duration;
}

/** What alarms are about. */
export interface Watched {
  api: RestApiBase;
  /** The API's log of requests, in JSON. */
  accessLog: ILogGroup;
  tables: Record<TableName, TableV2>;
  /** Name of the media bucket. */
  bucketName: string;
  /** They have one alarm for all of them: what an operator does about it is the same. */
  authorizers: Record<string, LambdaFunction>;
  /** Functions whose failing an operator must know of, by the alarm's name. */
  functions: Record<string, LambdaFunction>;
  /** Those that answer with the messages that failed, which Lambda counts as no error of theirs; by the alarm's name. */
  workers: Record<string, LambdaFunction>;
  queues: Record<string, WatchedQueue>;
  sweeper: LambdaFunction;
  relay: LambdaFunction;
  recorder: LambdaFunction;
  config: Pick<Config, 'alarms' | 'alarmTopicArn'>;
}

/** What calls an operator, and from which value on. */
export interface AlarmSpec {
  /** Part of the alarm's name, under which docs/runbook.md has its entry. */
  name: string;
  description: string;
  metric: IMetric;
  /** Values from here on are too high; 1 if not given. */
  threshold?: number;
  /** Periods in a row; 1 if not given. */
  periods?: number;
  /** Raised when there is no value at all. */
  missing?: true;
  /** Part of a small deployment, too. */
  essential?: true;
  /** Rolls back a deployment during which it is raised: work fails that did not fail before. */
  judgesReleases?: true;
}

const period = Duration.minutes(5);

/** What 99 of 100 requests take at most. */
export const SLOW = Duration.seconds(5);

/** Age of a message from which on it is asked how long all others will take. */
export const LONG_WAIT = Duration.minutes(30);

/** The alarms of a deployment: the essential ones, or all of them. Metrics of logs are made in the scope. */
export const alarmSpecs = (scope: Construct, watched: Watched): AlarmSpec[] =>
  watched.config.alarms === 'essential'
    ? specs(watched).filter(({ essential }) => essential)
    : [
        ...specs(watched),
        ...shareSpecs(scope, watched),
        ...burnSpecs(watched),
        ...tableSpecs(watched),
        storageSpec(watched),
        ...failureSpecs(scope, watched),
      ];

/** The functions without which no work is done; what others leave, the sweeper or a queue keeps. */
const JUDGES: ReadonlySet<string> = new Set(['ingest', 'detector', 'relay']);

const specs = ({ api, authorizers, functions, queues, sweeper, relay, recorder }: Watched): AlarmSpec[] => [
  {
    name: 'api-errors',
    description: 'The API answers 5xx.',
    metric: api.metricServerError({ period }),
    threshold: 5,
    essential: true,
    judgesReleases: true,
  },
  {
    name: 'throttles',
    description: 'The account runs as many functions as it may: Lambda refused to start one.',
    // Of all functions in the account and region, since they share its concurrency.
    metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: 'Sum', period }),
  },
  {
    name: 'sweeper-missing',
    description: 'The sweeper has not run for 15 minutes.',
    metric: sweeper.metricInvocations({ period }),
    periods: 3,
    missing: true,
    essential: true,
  },
  {
    name: 'relay-behind',
    description: 'What workers ask of SQS waits in the outbox for more than a minute.',
    metric: relay.metric('IteratorAge', { period, statistic: 'Maximum' }),
    threshold: Duration.minutes(1).toMilliseconds(),
  },
  {
    name: 'events-behind',
    description: 'A change is not recorded as an event for more than five minutes.',
    metric: recorder.metric('IteratorAge', { period, statistic: 'Maximum' }),
    threshold: Duration.minutes(5).toMilliseconds(),
  },
  {
    name: 'authorizer-errors',
    description: 'An authorizer fails.',
    metric: errorsOf(Object.values(authorizers)),
    threshold: 3,
    judgesReleases: true,
  },
  ...Object.entries(functions).map(([name, fn]) => ({
    name: `${name}-errors`,
    description: 'The function fails.',
    metric: fn.metricErrors({ period }),
    threshold: 3,
    ...(JUDGES.has(name) && { judgesReleases: true as const }),
  })),
  ...Object.entries(queues).flatMap(([name, queue]) => queueSpecs(name, queue)),
];

/** Of several functions together; one that was not called has no metric, and counts 0. */
function errorsOf(functions: readonly LambdaFunction[]): IMetric {
  return sumOf(Object.fromEntries(functions.map((fn, i) => [`m${i}`, fn.metricErrors({ period })])));
}

/** The sum of metrics by their ids, of which those without a value count 0. */
const sumOf = (usingMetrics: Record<string, IMetric>): IMetric =>
  new MathExpression({
    expression: Object.keys(usingMetrics)
      .map((id) => `FILL(${id}, 0)`)
      .join(' + '),
    usingMetrics,
    period,
  });

/** Requests below which a share says little. */
const ENOUGH_REQUESTS = 100;

/** Percent of the requests of a period that a count is of; 0 while there are few. */
const shareOf = (counted: IMetric, requests: IMetric, over: Duration): IMetric =>
  new MathExpression({
    expression: `IF(requests >= ${ENOUGH_REQUESTS}, 100 * FILL(counted, 0) / requests, 0)`,
    usingMetrics: { counted, requests },
    period: over,
  });

/** What is not as it should be, though nothing fails. */
const shareSpecs = (scope: Construct, { api, accessLog }: Watched): AlarmSpec[] => [
  {
    name: 'api-slow',
    description: 'One of 100 requests takes longer than 5 s.',
    metric: new MathExpression({
      expression: `IF(requests >= ${ENOUGH_REQUESTS}, latency, 0)`,
      usingMetrics: {
        requests: api.metricCount({ period }),
        latency: api.metricLatency({ period, statistic: 'p99' }),
      },
      period,
    }),
    threshold: SLOW.toMilliseconds(),
    periods: 3,
  },
  {
    name: 'requests-refused',
    description: 'Half of the requests are answered 4xx.',
    metric: shareOf(api.metricClientError({ period }), api.metricCount({ period }), period),
    threshold: 50,
    periods: 3,
  },
  {
    name: 'requests-limited',
    description: 'One of 20 requests is answered 429.',
    metric: shareOf(
      new MetricFilter(scope, 'limited', {
        logGroup: accessLog,
        filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
        metricNamespace: Stack.of(scope).stackName,
        metricName: 'requests-limited',
      }).metric({ statistic: 'Sum', period }),
      api.metricCount({ period }),
      period,
    ),
    threshold: 5,
    periods: 3,
  },
];

/** Of 1,000 requests, those that may be answered 5xx within 30 days (docs/runbook.md: Objectives). */
const ERROR_BUDGET_PERCENT = 0.1;

/**
 * How fast the error budget is used up, as multiples of what 30 days permit: 2 % of it within an hour, 5 % within six.
 * Source: "The Site Reliability Workbook" (Beyer et al., 2018), chapter 5, table 5-8.
 */
const burnSpecs = ({ api }: Watched): AlarmSpec[] =>
  (
    [
      ['fast', Duration.hours(1), 14.4],
      ['slow', Duration.hours(6), 6],
    ] as const
  ).map(([name, over, rate]) => ({
    name: `errors-burn-${name}`,
    description: `At this rate of 5xx the error budget of 30 days is used up in ${Math.round(30 / rate)} days.`,
    metric: shareOf(api.metricServerError({ period: over }), api.metricCount({ period: over }), over),
    threshold: rate * ERROR_BUDGET_PERCENT,
  }));

/** By whom they concern; a metric of an alarm is computed of ten others at most. */
const TABLE_GROUPS: Readonly<Record<string, readonly TableName[]>> = {
  callers: ['keys', 'accountKeys', 'accounts', 'identities'],
  counts: ['limits', 'usage', 'idempotency'],
  documents: ['videos', 'versions', 'plugins'],
  work: ['jobs', 'surfaces', 'outbox'],
  events: ['events', 'webhooks', 'deliveries'],
};

const tableSpecs = ({ tables }: Watched): AlarmSpec[] =>
  Object.entries(TABLE_GROUPS).map(([group, names]) => {
    const refusals = Object.fromEntries(
      names.flatMap((name) =>
        (['Read', 'Write'] as const).map((kind) => [
          `${name}${kind}s`,
          tables[name].metric(`${kind}ThrottleEvents`, { statistic: 'Sum', period }),
        ]),
      ),
    );
    return {
      name: `${group}-throttled`,
      description: `DynamoDB refuses reads or writes of the tables ${names.join(', ')}.`,
      metric: sumOf(refusals),
      threshold: 10,
    };
  });

const storageSpec = ({ bucketName }: Watched): AlarmSpec => ({
  name: 'storage-errors',
  description: 'S3 answers 5xx.',
  metric: new Metric({
    namespace: 'AWS/S3',
    metricName: '5xxErrors',
    dimensionsMap: { BucketName: bucketName, FilterId: REQUEST_METRICS },
    statistic: 'Sum',
    period,
  }),
  threshold: 10,
  periods: 2,
});

/** What functions report as failed without failing themselves, according to their logs: a metric that costs nothing in hours without any. */
const failureSpecs = (scope: Construct, { workers, relay, recorder }: Watched): AlarmSpec[] => [
  ...Object.entries(workers).map(([name, fn]) =>
    loggedSpec(scope, name, fn, {
      description: 'Messages fail, and are delivered again.',
      lines: GIVEN_BACK,
    }),
  ),
  loggedSpec(scope, 'relay', relay, {
    description: 'What workers ask of SQS fails, and is left to the sweeper.',
    lines: LEFT_ITEM,
  }),
  loggedSpec(scope, 'events', recorder, {
    description: 'Changes cannot be recorded as events, and are tried again.',
    lines: LEFT_ITEM,
  }),
];

/** Counts lines of a function's log, by their messages. */
const loggedSpec = (
  scope: Construct,
  name: string,
  { logGroup }: LambdaFunction,
  { description, lines }: { description: string; lines: Readonly<Record<string, string>> },
): AlarmSpec => ({
  name: `${name}-failures`,
  description,
  metric: new MetricFilter(scope, `${name}-failed`, {
    logGroup,
    filterPattern: FilterPattern.any(
      ...Object.values(lines).map((text) => FilterPattern.stringValue('$.message', '=', text)),
    ),
    metricNamespace: Stack.of(scope).stackName,
    metricName: `${name}-failures`,
  }).metric({ statistic: 'Sum', period }),
  threshold: 3,
});

/**
 * Minutes until all that waits in a queue is done, at the rate of the last five minutes; 0 while no message has waited for half an
 * hour. One that nobody works on counts as eight hours.
 */
const minutesLeft = ({ queue }: WorkQueue): IMetric =>
  new MathExpression({
    expression: `IF(age >= ${LONG_WAIT.toSeconds()}, ${period.toMinutes()} * waiting / IF(FILL(done, 0) > 0, done, 0.01), 0)`,
    usingMetrics: {
      age: queue.metricApproximateAgeOfOldestMessage({ period }),
      waiting: queue.metricApproximateNumberOfMessagesVisible({ period }),
      done: queue.metricNumberOfMessagesDeleted({ period }),
    },
    period,
  });

const queueSpecs = (name: string, { work, deadLetterConsumer, longestWait }: WatchedQueue): AlarmSpec[] => [
  {
    name: `${name}-given-up`,
    description: 'Work was given up after its last attempt.',
    metric: deadLetterConsumer.metricInvocations({ period }),
    essential: true,
  },
  {
    name: `${name}-dead-letters`,
    description: 'Dead letters are left in their queue.',
    metric: work.deadLetters.metricApproximateNumberOfMessagesVisible({ period }),
    periods: 3,
  },
  {
    name: `${name}-parked`,
    description: 'Messages are parked that nothing could take.',
    metric: work.parked.metricApproximateNumberOfMessagesVisible({ period }),
  },
  {
    name: `${name}-waiting`,
    description: `A message has waited for half an hour, and all that waits needs ${longestWait.toHumanString()} more.`,
    metric: minutesLeft(work),
    threshold: longestWait.toMinutes(),
    periods: 3,
  },
];
