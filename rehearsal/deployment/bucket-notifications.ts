import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { ObjectCreatedEvent } from '../../local/s3/store/outbox.ts';
import type { AccessControl } from '../policies/access-control.ts';
import { matches } from '../policies/pattern.ts';
import type { Place } from '../template/attributes.ts';
import type { Resource } from '../template/resolve.ts';
import type { Resources } from '../template/resources.ts';
import type { DeployedFunctions } from './deployed-functions.ts';

interface Options {
  readonly resources: Resources;
  readonly functions: DeployedFunctions;
  readonly access: AccessControl;
  /** Reaches the queues themselves. */
  readonly sqs: SQSClient;
  readonly place: Pick<Place, 'region' | 'accountId'>;
}

interface Configuration {
  Event: string;
  Queue?: string;
  Function?: string;
  Filter?: { S3Key: { Rules: { Name: string; Value: string }[] } };
}

/** Tells queues and functions of new objects, as the buckets of the templates ask S3 to, where their policies let S3. */
export class BucketNotifications {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** S3 sends a message of its own when a notification is set up. */
  async test(): Promise<void> {
    for (const bucket of this.#options.resources.of('AWS::S3::Bucket')) {
      const message = { Service: 'Amazon S3', Event: 's3:TestEvent', Bucket: bucket.ref };
      for (const { Queue } of configurationsOf(bucket))
        if (Queue !== undefined) await this.#send(bucket, Queue, message);
    }
  }

  async announce(created: ObjectCreatedEvent): Promise<void> {
    const bucket = this.#options.resources.get('AWS::S3::Bucket', created.bucket);
    const event = { Records: [this.#recordOf(bucket, created)] };
    for (const { Event, Queue, Function: arn, Filter } of configurationsOf(bucket)) {
      const isAsked = matches(Event, `s3:${created.eventName}`) && passes(created.key, Filter);
      if (isAsked && Queue !== undefined) await this.#send(bucket, Queue, event);
      if (isAsked && arn !== undefined)
        await this.#options.functions.invokeAs('s3.amazonaws.com', arn, event, bucket.arn);
    }
  }

  async #send(bucket: Resource, queueArn: string, message: object): Promise<void> {
    const { access, sqs, resources } = this.#options;
    access.authorize(
      { name: 'S3', principal: { service: 's3.amazonaws.com' } },
      { action: 'sqs:SendMessage', resource: queueArn, context: { 'aws:sourcearn': bucket.arn } },
    );
    const QueueUrl = resources.get('AWS::SQS::Queue', queueArn).ref;
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }));
  }

  #recordOf(bucket: Resource, { key, size, etag, eventName, sequencer }: ObjectCreatedEvent) {
    return {
      eventVersion: '2.1',
      eventSource: 'aws:s3',
      awsRegion: this.#options.place.region,
      eventTime: new Date().toISOString(),
      eventName,
      s3: {
        s3SchemaVersion: '1.0',
        bucket: { name: bucket.ref, arn: bucket.arn },
        // S3 encodes the key like a field of a form.
        object: { key: encodeURIComponent(key).replaceAll('%20', '+'), size, eTag: etag, sequencer },
      },
    };
  }
}

/** The functions that buckets notify. */
export const notifiedFunctions = (resources: Resources): (string | undefined)[] =>
  resources.of('AWS::S3::Bucket').flatMap((bucket) => configurationsOf(bucket).map((one) => one.Function));

function configurationsOf({ properties }: Resource): Configuration[] {
  const { QueueConfigurations = [], LambdaConfigurations = [] } = (properties.NotificationConfiguration ??
    {}) as {
    QueueConfigurations?: Configuration[];
    LambdaConfigurations?: Configuration[];
  };
  return [...QueueConfigurations, ...LambdaConfigurations];
}

const passes = (key: string, filter: Configuration['Filter']): boolean =>
  (filter?.S3Key.Rules ?? []).every(({ Name, Value }) =>
    Name.toLowerCase() === 'prefix' ? key.startsWith(Value) : key.endsWith(Value),
  );
