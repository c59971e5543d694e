import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Alarm, type Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

interface AlarmsProps {
  api: RestApi;
  /** Functions whose failing an operator must know of, by the alarm's name. */
  functions: Record<string, LambdaFunction>;
  /** Consumers of dead letters, by the alarm's name: a call means that work was given up. */
  deadLetterConsumers: Record<string, LambdaFunction>;
  /** Queues that are normally empty, by the alarm's name. */
  deadLetters: Record<string, Queue>;
  /** Empty: nobody is told. */
  topicArn: string;
}

const PERIOD = Duration.minutes(5);

/** What calls an operator. */
export class Alarms extends Construct {
  readonly #action: SnsAction | undefined;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    const { api, functions, deadLetterConsumers, deadLetters, topicArn } = props;
    this.#action = topicArn ? new SnsAction(Topic.fromTopicArn(this, 'Topic', topicArn)) : undefined;

    this.#alarm('api-errors', 'The API answers 5xx.', api.metricServerError({ period: PERIOD }), 5);
    for (const [name, fn] of Object.entries(functions)) {
      this.#alarm(`${name}-errors`, 'The function fails.', fn.metricErrors({ period: PERIOD }), 3);
    }
    for (const [name, fn] of Object.entries(deadLetterConsumers)) {
      const calls = fn.metricInvocations({ period: PERIOD });
      this.#alarm(`${name}-given-up`, 'Work was given up after its last attempt.', calls, 1);
    }
    for (const [name, queue] of Object.entries(deadLetters)) {
      const depth = queue.metricApproximateNumberOfMessagesVisible({ period: PERIOD });
      this.#alarm(`${name}-dead-letters`, 'Nobody takes the dead letters away.', depth, 1, 3);
    }
  }

  #alarm(
    id: string,
    alarmDescription: string,
    metric: Metric,
    threshold: number,
    evaluationPeriods = 1,
  ): void {
    const alarm = new Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods,
      alarmDescription,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    if (this.#action) alarm.addAlarmAction(this.#action);
  }
}
