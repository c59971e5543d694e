import { Duration, Stack } from 'aws-cdk-lib';
import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import {
  type Alarm,
  AlarmStatusWidget,
  AlarmStatusWidgetSortBy,
  Color,
  Dashboard,
  GraphWidget,
  type HorizontalAnnotation,
  type IMetric,
  type IWidget,
  MathExpression,
  SingleValueWidget,
  Stats,
  type YAxisProps,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { LONG_WAIT, SLOW, type WatchedQueue } from './alarm-specs.ts';
import type { WorkQueue } from './work-queue.ts';

interface OperationsDashboardProps {
  api: RestApiBase;
  /** All that watch the service. */
  alarms: readonly Alarm[];
  /** Functions and queues by the name that their line has. */
  functions: Record<string, LambdaFunction>;
  queues: Record<string, Pick<WatchedQueue, 'work' | 'deadLetterConsumer'>>;
}

const period = Duration.minutes(5);
const day = Duration.days(1);

/** Columns of a dashboard. */
const COLUMNS = 24;

/**
 * The state of the service, to be read from the top in a minute: is anything wrong, how does it go for clients, is the work done in
 * time, and, where it is not, which function is to blame.
 */
export class OperationsDashboard extends Construct {
  constructor(scope: Construct, id: string, props: OperationsDashboardProps) {
    super(scope, id);
    new Dashboard(this, 'Dashboard', {
      dashboardName: Stack.of(this).stackName,
      defaultInterval: day,
      widgets: [[alarmsOf(props)], figures(props), clients(props), work(props), functions(props)],
    });
  }
}

const alarmsOf = ({ alarms }: OperationsDashboardProps): IWidget =>
  new AlarmStatusWidget({
    title: 'Alarms (docs/runbook.md has an entry for each)',
    alarms: [...alarms],
    sortBy: AlarmStatusWidgetSortBy.STATE_UPDATED_TIMESTAMP,
    width: COLUMNS,
    height: 4,
  });

/** What a metric is called in expressions: once in a graph. */
const idOf = (label: string): string => `m_${label.replaceAll(/\W/g, '_')}`;

/** A metric in another unit. */
const scaled = (metric: IMetric, divisor: number, label: string): IMetric =>
  new MathExpression({
    expression: `${idOf(label)} / ${divisor}`,
    usingMetrics: { [idOf(label)]: metric },
    label,
    period,
  });

const percentOf = (counted: IMetric, requests: IMetric, label: string, over: Duration): IMetric =>
  new MathExpression({
    expression: `IF(requests > 0, 100 * FILL(${idOf(label)}, 0) / requests, 0)`,
    usingMetrics: { [idOf(label)]: counted, requests },
    label,
    period: over,
  });

/** The last day in numbers. */
function figures({ api, queues }: OperationsDashboardProps): IWidget[] {
  const over = { period: day };
  const requests = api.metricCount(over);
  const shown: [title: string, metrics: IMetric[]][] = [
    ['Requests, 24 h', [api.metricCount({ ...over, label: 'requests' })]],
    ['5xx, 24 h (objective: 0.1 %)', [percentOf(api.metricServerError(over), requests, '%', day)]],
    [
      'Latency p99, 24 h (objective: 5 s)',
      [api.metricLatency({ ...over, statistic: Stats.percentile(99), label: 'ms' })],
    ],
    [
      'Given up, 24 h',
      Object.entries(queues).map(([label, { deadLetterConsumer }]) =>
        deadLetterConsumer.metricInvocations({ ...over, label }),
      ),
    ],
  ];
  return shown.map(
    ([title, metrics]) =>
      new SingleValueWidget({
        title,
        metrics,
        width: COLUMNS / shown.length,
        height: 3,
        setPeriodToTimeRange: false,
      }),
  );
}

/** A line above which something is wrong. */
const limit = (value: number, label: string): HorizontalAnnotation => ({ value, label, color: Color.RED });

const FROM_ZERO: YAxisProps = { min: 0, showUnits: false };

const graph = (title: string, left: IMetric[], ...limits: HorizontalAnnotation[]): GraphWidget =>
  new GraphWidget({ title, left, leftYAxis: FROM_ZERO, leftAnnotations: limits, width: COLUMNS / 3 });

const clients = ({ api }: OperationsDashboardProps): IWidget[] => [
  graph('Requests in 5 min', [api.metricCount({ period, label: 'requests' })]),
  graph('Answers, % of requests', [
    percentOf(api.metricClientError({ period }), api.metricCount({ period }), '4xx', period),
    percentOf(api.metricServerError({ period }), api.metricCount({ period }), '5xx', period),
  ]),
  graph(
    'Latency, ms',
    [50, 99].map((percent) =>
      api.metricLatency({ period, statistic: Stats.percentile(percent), label: `p${percent}` }),
    ),
    limit(SLOW.toMilliseconds(), 'api-slow'),
  ),
];

function work({ queues }: OperationsDashboardProps): IWidget[] {
  const of = (metric: (queue: WorkQueue, label: string) => IMetric): IMetric[] =>
    Object.entries(queues).map(([label, { work }]) => metric(work, label));
  return [
    graph(
      'Messages waiting',
      of(({ queue }, label) => queue.metricApproximateNumberOfMessagesVisible({ period, label })),
    ),
    graph(
      'Age of the oldest message, min',
      of(({ queue }, label) => scaled(queue.metricApproximateAgeOfOldestMessage({ period }), 60, label)),
      limit(LONG_WAIT.toMinutes(), 'waiting'),
    ),
    graph(
      'Given up or parked',
      Object.entries(queues).flatMap(
        ([
          name,
          {
            work: { deadLetters, parked },
          },
        ]) => [
          deadLetters.metricApproximateNumberOfMessagesVisible({ period, label: `${name}: dead letters` }),
          parked.metricApproximateNumberOfMessagesVisible({ period, label: `${name}: parked` }),
        ],
      ),
    ),
  ];
}

function functions({ functions }: OperationsDashboardProps): IWidget[] {
  const of = (metric: (fn: LambdaFunction, label: string) => IMetric): IMetric[] =>
    Object.entries(functions).map(([label, fn]) => metric(fn, label));
  return [
    graph(
      'Failed runs',
      of((fn, label) => fn.metricErrors({ period, label })),
    ),
    graph(
      'Throttled runs',
      of((fn, label) => fn.metricThrottles({ period, label })),
    ),
    graph(
      'Duration p99, s',
      of((fn, label) => scaled(fn.metricDuration({ period, statistic: Stats.percentile(99) }), 1000, label)),
    ),
  ];
}
