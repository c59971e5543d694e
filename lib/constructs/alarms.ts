import { Duration, Stack } from 'aws-cdk-lib';
import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { GIVEN_BACK, LEFT_ITEM } from '../../shared/contract/messages.ts';
import type { Config } from '../config.ts';
import type { WorkQueue } from './work-queue.ts';

/** A queue, what takes its dead letters, and how long a message may wait before an operator should look. */
interface WatchedQueue {
  work: WorkQueue;
  deadLetterConsumer: LambdaFunction;
  longestWait: Duration;
}

interface AlarmsProps {
  api: RestApiBase;
  /** They have one alarm for all of them: what an operator does about it is the same. */
  authorizers: Record<string, LambdaFunction>;
  /** Functions whose failing an operator must know of, by the alarm's name. */
  functions: Record<string, LambdaFunction>;
  /** Those that answer with the messages that failed, which Lambda counts as no error of theirs; by the alarm's name. */
  workers: Record<string, LambdaFunction>;
  queues: Record<string, WatchedQueue>;
  sweeper: LambdaFunction;
  relay: LambdaFunction;
  config: Pick<Config, 'alarms' | 'alarmTopicArn'>;
}

interface AlarmSpec {
  /** Part of the alarm's name, under which docs/runbook.md has its entry. */
  name: string;
  description: string;
  metric: IMetric;
  /** Values from here on are too high; 1 if not given. */
  threshold?: number;
  /** Periods of five minutes in a row; 1 if not given. */
  periods?: number;
  /** Raised when there is no value at all. */
  missing?: true;
  /** Part of a small deployment, too. */
  essential?: true;
  /** Rolls back a deployment during which it is raised: work fails that did not fail before. */
  judgesReleases?: true;
}

const period = Duration.minutes(5);

/** As many as CloudFormation watches during a deployment. */
const MOST_JUDGES = 5;

/** What calls an operator. */
export class Alarms extends Construct {
  /** Those that roll back a deployment. */
  readonly judges: readonly Alarm[];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    const { alarms, alarmTopicArn } = props.config;
    const action = alarmTopicArn && new SnsAction(Topic.fromTopicArn(this, 'Topic', alarmTopicArn));
    const wanted =
      alarms === 'essential'
        ? specs(props).filter(({ essential }) => essential)
        : [...specs(props), ...failureSpecs(this, props)];
    const judges: Alarm[] = [];
    for (const spec of wanted) {
      const alarm = new Alarm(this, spec.name, {
        alarmName: `${Stack.of(this).stackName}-${spec.name}`,
        alarmDescription: `${spec.description} docs/runbook.md: ${spec.name}`,
        metric: spec.metric,
        evaluationPeriods: spec.periods ?? 1,
        threshold: spec.threshold ?? 1,
        ...(spec.missing
          ? {
              treatMissingData: TreatMissingData.BREACHING,
              comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
            }
          : { treatMissingData: TreatMissingData.NOT_BREACHING }),
      });
      if (action) alarm.addAlarmAction(action);
      if (spec.judgesReleases) judges.push(alarm);
    }
    if (judges.length > MOST_JUDGES)
      throw new Error(`CloudFormation watches ${MOST_JUDGES} alarms, not more`);
    this.judges = judges;
  }
}

/** The functions without which no work is done; what others leave, the sweeper or a queue keeps. */
const JUDGES: ReadonlySet<string> = new Set(['ingest', 'detector', 'relay']);

const specs = ({ api, authorizers, functions, queues, sweeper, relay }: AlarmsProps): AlarmSpec[] => [
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
  const usingMetrics = Object.fromEntries(functions.map((fn, i) => [`m${i}`, fn.metricErrors({ period })]));
  const expression = Object.keys(usingMetrics)
    .map((id) => `FILL(${id}, 0)`)
    .join(' + ');
  return new MathExpression({ expression, usingMetrics, period });
}

/** What functions report as failed without failing themselves, according to their logs: a metric that costs nothing in hours without any. */
const failureSpecs = (scope: Construct, { workers, relay }: AlarmsProps): AlarmSpec[] => [
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
    description: `A message has waited for more than ${longestWait.toHumanString()}.`,
    metric: work.queue.metricApproximateAgeOfOldestMessage({ period }),
    threshold: longestWait.toSeconds(),
  },
];
