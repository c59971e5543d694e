import { Duration, Stack } from 'aws-cdk-lib';
import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import { Dashboard, GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { WorkQueue } from './work-queue.ts';

interface OperationsDashboardProps {
  api: RestApiBase;
  /** Functions and queues by the name that their line has. */
  functions: Record<string, LambdaFunction>;
  queues: Record<string, WorkQueue>;
}

const period = Duration.minutes(5);

/** The state of the service at a glance: requests, functions, queues. */
export class OperationsDashboard extends Construct {
  constructor(scope: Construct, id: string, { api, functions, queues }: OperationsDashboardProps) {
    super(scope, id);
    const ofFunctions = (metric: (fn: LambdaFunction, label: string) => IMetric): IMetric[] =>
      Object.entries(functions).map(([label, fn]) => metric(fn, label));
    const ofQueues = (metric: (queue: WorkQueue, label: string) => IMetric): IMetric[] =>
      Object.entries(queues).map(([label, queue]) => metric(queue, label));
    const graph = (title: string, left: IMetric[]): GraphWidget => new GraphWidget({ title, left, width: 8 });

    new Dashboard(this, 'Dashboard', {
      dashboardName: Stack.of(this).stackName,
      widgets: [
        [
          graph('Requests', [api.metricCount({ period })]),
          graph('Answers 4xx and 5xx', [
            api.metricClientError({ period }),
            api.metricServerError({ period }),
          ]),
          graph('Latency p50 and p99, ms', [
            api.metricLatency({ period, statistic: 'p50' }),
            api.metricLatency({ period, statistic: 'p99' }),
          ]),
        ],
        [
          graph(
            'Failed runs',
            ofFunctions((fn, label) => fn.metricErrors({ period, label })),
          ),
          graph(
            'Runs that were throttled',
            ofFunctions((fn, label) => fn.metricThrottles({ period, label })),
          ),
          graph(
            'Duration p99, ms',
            ofFunctions((fn, label) => fn.metricDuration({ period, label, statistic: 'p99' })),
          ),
        ],
        [
          graph(
            'Messages waiting',
            ofQueues(({ queue }, label) => queue.metricApproximateNumberOfMessagesVisible({ period, label })),
          ),
          graph(
            'Age of the oldest message, s',
            ofQueues(({ queue }, label) => queue.metricApproximateAgeOfOldestMessage({ period, label })),
          ),
          graph(
            'Dead letters',
            ofQueues(({ deadLetters }, label) =>
              deadLetters.metricApproximateNumberOfMessagesVisible({ period, label }),
            ),
          ),
        ],
      ],
    });
  }
}
