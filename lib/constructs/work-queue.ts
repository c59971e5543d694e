import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { DEAD_LETTERS, type QueueSpec, WORK_RETENTION_DAYS } from '../../shared/contract/resources.ts';

/** A queue of work, the queue of the messages that were given up, and that of those which nothing could take. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  /** Dead letters that their consumer could not take, until an operator looks at them. */
  readonly parked: Queue;
  /**
   * Timeout of the function that works on the queue: as long as a received message stays hidden, so that a
   * message comes a second time only when its first worker has ended.
   */
  readonly workerTimeout: Duration;

  constructor(scope: Construct, id: string, spec: QueueSpec) {
    super(scope, id);
    this.workerTimeout = Duration.seconds(spec.visibilityTimeout);
    this.parked = new Queue(this, 'Parked', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(DEAD_LETTERS.retentionDays),
    });
    this.deadLetters = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(DEAD_LETTERS.retentionDays),
      visibilityTimeout: Duration.seconds(DEAD_LETTERS.visibilityTimeout),
      deadLetterQueue: { queue: this.parked, maxReceiveCount: DEAD_LETTERS.maxReceiveCount },
    });
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(WORK_RETENTION_DAYS),
      visibilityTimeout: this.workerTimeout,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: spec.maxReceiveCount },
    });
  }
}
