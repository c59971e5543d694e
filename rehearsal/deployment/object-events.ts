import { randomUUID } from 'node:crypto';
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { ObjectCreatedEvent } from '../../local/s3/store/outbox.ts';
import type { AccessControl, Caller } from '../policies/access-control.ts';
import type { Place } from '../template/attributes.ts';
import type { Resource } from '../template/resolve.ts';
import type { Resources } from '../template/resources.ts';
import { callerOf, type DeployedFunctions } from './deployed-functions.ts';
import { type EventPattern, fits } from './event-pattern.ts';
import { type RuleTarget, ruleTargets } from './rules.ts';

interface Options {
  readonly resources: Resources;
  readonly functions: Pick<DeployedFunctions, 'invokeAs'>;
  readonly access: Pick<AccessControl, 'authorize'>;
  /** Reaches the queues themselves. */
  readonly sqs: Pick<SQSClient, 'send'>;
  readonly place: Pick<Place, 'region' | 'accountId'>;
  /** Told of every attempt that fails, and of every event that is lost. */
  readonly onFailure: (failure: string) => void;
}

const EVENTS = 'events.amazonaws.com';

/** How often Lambda repeats an asynchronous call that fails, unless the function says otherwise. */
const DEFAULT_RETRIES = 2;

/** What S3 calls the request that made an object. */
const REASONS: Readonly<Record<ObjectCreatedEvent['eventName'], string>> = {
  'ObjectCreated:Put': 'PutObject',
  'ObjectCreated:Copy': 'CopyObject',
  'ObjectCreated:CompleteMultipartUpload': 'CompleteMultipartUpload',
};

/**
 * Calls functions with the events of new objects: S3 tells EventBridge of the objects of a bucket that asks for it, the rules
 * of the templates choose among the events, and Lambda repeats a call that fails, here at once. An event that could not be
 * delivered goes to the dead letters of the rule's target; one that the function has not taken, to those of the function.
 */
export class ObjectEvents {
  readonly #options: Options;
  readonly #targets: readonly RuleTarget[];
  readonly #delivering = new Set<Promise<void>>();

  /** @throws Error for a bucket or a rule with settings that are not known */
  constructor(options: Options) {
    this.#options = options;
    this.#targets = objectEventTargets(options.resources);
  }

  /** Number of events that are being delivered. */
  get pending(): number {
    return this.#delivering.size;
  }

  announce(created: ObjectCreatedEvent): void {
    const event = this.#eventOf(created);
    for (const target of this.#targets) {
      if (!fits(target.rule.properties.EventPattern as EventPattern, event)) continue;
      const delivered = this.#deliver(target, event)
        .catch(({ message }: Error) => this.#options.onFailure(`${created.key} is lost: ${message}`))
        .finally(() => this.#delivering.delete(delivered));
      this.#delivering.add(delivered);
    }
  }

  /** Resolves when everything announced before has been delivered. */
  async close(): Promise<void> {
    await Promise.all(this.#delivering);
  }

  async #deliver({ rule, functionArn, deadLetters }: RuleTarget, event: object): Promise<void> {
    const { resources, functions, onFailure } = this.#options;
    const fn = resources.get('AWS::Lambda::Function', functionArn);
    for (let attempt = 0; attempt <= retriesOf(fn, resources); attempt++) {
      const outcome = await functions
        .invokeAs(EVENTS, fn.arn, event, rule.arn)
        .catch((error: Error) => error);
      if (outcome instanceof Error) {
        onFailure(outcome.message);
        const eventBridge: Caller = { name: 'EventBridge', principal: { service: EVENTS } };
        return this.#giveUp(event, deadLetters, eventBridge, { 'aws:sourcearn': rule.arn });
      }
      if (outcome.kind !== 'error') return;
      onFailure(`${fn.ref}: ${outcome.errorType}: ${outcome.errorMessage}`);
    }
    const { TargetArn } = (fn.properties.DeadLetterConfig ?? {}) as { TargetArn?: string };
    const { principal } = callerOf(fn, resources);
    return this.#giveUp(event, TargetArn, { name: `Lambda for ${fn.ref}`, principal });
  }

  /** @throws Error where there are no dead letters, or the caller may not send to them */
  async #giveUp(event: object, queueArn: string | undefined, caller: Caller, context = {}): Promise<void> {
    const { access, resources, sqs } = this.#options;
    if (queueArn === undefined) throw new Error(`${caller.name} has no dead letters`);
    access.authorize(caller, { action: 'sqs:SendMessage', resource: queueArn, context });
    const QueueUrl = resources.get('AWS::SQS::Queue', queueArn).ref;
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(event) }));
  }

  #eventOf({ bucket, key, size, etag, eventName, sequencer }: ObjectCreatedEvent): object {
    const { resources, place } = this.#options;
    const { arn, ref: name } = resources.get('AWS::S3::Bucket', bucket);
    return {
      version: '0',
      id: randomUUID(),
      'detail-type': 'Object Created',
      source: 'aws.s3',
      account: place.accountId,
      time: new Date().toISOString(),
      region: place.region,
      resources: [arn],
      detail: {
        version: '0',
        bucket: { name },
        object: { key, size, etag, sequencer },
        requester: place.accountId,
        reason: REASONS[eventName],
      },
    };
  }
}

/** What is called with events: nothing where no bucket tells EventBridge. */
export const objectEventTargets = (resources: Resources): RuleTarget[] =>
  resources.of('AWS::S3::Bucket').filter(tellsEventBridge).length > 0
    ? ruleTargets(resources, 'EventPattern')
    : [];

function tellsEventBridge({ ref, properties }: Resource): boolean {
  const { EventBridgeConfiguration, ...others } = (properties.NotificationConfiguration ?? {}) as {
    EventBridgeConfiguration?: { EventBridgeEnabled: boolean };
  };
  const unknown = Object.keys(others).join(', ');
  if (unknown !== '') throw new Error(`${ref}: ${unknown} is not known to the rehearsal`);
  return EventBridgeConfiguration?.EventBridgeEnabled === true;
}

function retriesOf(fn: Resource, resources: Resources): number {
  const config = resources
    .of('AWS::Lambda::EventInvokeConfig')
    .find(({ properties }) => [fn.ref, fn.arn].includes(String(properties.FunctionName)));
  return Number(config?.properties.MaximumRetryAttempts ?? DEFAULT_RETRIES);
}
