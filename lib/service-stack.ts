import { Annotations, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import {
  FilterCriteria,
  FilterRule,
  type Function as LambdaFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import { type Audience, endpointsFor } from '../shared/contract/audience.ts';
import { AUTHORIZERS } from '../shared/contract/authorizers.ts';
import { recordChanges } from '../shared/contract/events.ts';
import { announce, QUEUE_FEED } from '../shared/contract/messages.ts';
import { MEDIA_BUCKET, QUEUES } from '../shared/contract/resources.ts';
import { endpointSeconds } from '../shared/contract/route-limits.ts';
import { ROUTES } from '../shared/contract/routes.ts';
import { SWEEPER_SECONDS } from '../shared/contract/sweeper.ts';
import type { Config } from './config.ts';
import { AddressLimit } from './constructs/address-limit.ts';
import { Alarms } from './constructs/alarms.ts';
import { ApiDomain } from './constructs/api-domain.ts';
import { CommandPolicy } from './constructs/command-policy.ts';
import { EdgeSecret } from './constructs/edge-secret.ts';
import { IsolatedNetwork } from './constructs/isolated-network.ts';
import { MediaAccess } from './constructs/media-access.ts';
import { monthlyBudget } from './constructs/monthly-budget.ts';
import { OperationsDashboard } from './constructs/operations-dashboard.ts';
import { OperatorOutputs } from './constructs/operator-outputs.ts';
import { OperatorPolicy } from './constructs/operator-policy.ts';
import { RestoreAccess } from './constructs/restore-access.ts';
import { ServiceApi } from './constructs/service-api.ts';
import { ADDED_MODELS_PATH, ServiceFunctions } from './constructs/service-functions.ts';
import { SignerRole } from './constructs/signer-role.ts';
import { WorkQueue } from './constructs/work-queue.ts';
import type { DataStack } from './data-stack.ts';
import type { DeployedModels } from './deployed-models.ts';
import { tablesOf } from './grants.ts';
import { MEMORY } from './memory.ts';
import { ERASED_PREFIXES, ERASURE_GRANT, EXPORT_GRANT } from './operator-grant.ts';
import { EDGE_SECRET_GENERATION, RELEASE_ALARMS } from './release-outputs.ts';

/** Everything but the data: may be deleted and deployed again. */
export class ServiceStack extends Stack {
  readonly api: SpecRestApi;
  /** Base of the paths of the contract, without a slash at the end. */
  readonly publicApi: string;
  /** By which the web ACL knows what comes through CloudFront; where there is one. */
  readonly edgeSecret: EdgeSecret | undefined;
  /** What a synth prints about the stack. The CDK's command hides infos from where there is a warning. */
  readonly notes: readonly string[];

  constructor(
    scope: Construct,
    id: string,
    {
      config,
      data,
      models,
      ...props
    }: StackProps & { config: Config; data: DataStack; models: DeployedModels },
  ) {
    super(scope, id, props);
    this.addStackDependency(data);
    const { tables } = data;
    const media = new MediaAccess(data.mediaName);
    const ingestQueue = new WorkQueue(this, 'IngestQueue', QUEUES.ingest);
    const detectionQueue = new WorkQueue(this, 'DetectionQueue', QUEUES.detection);
    const webhookQueue = new WorkQueue(this, 'WebhookQueue', QUEUES.webhooks);

    const bindable = {
      tables,
      media,
      queues: {
        ingest: ingestQueue.queue,
        detection: detectionQueue.queue,
        webhooks: webhookQueue.queue,
      },
      settings: {
        keyPrefix: config.keyPrefix,
        detectorModel: models.detector,
        addedModels: models.added === '' ? '' : ADDED_MODELS_PATH,
        clipModel: models.clip,
        quotas: config.quotas,
        consoleIssuer: data.users.userPoolProviderUrl,
        consoleJwksUrl: `${data.users.userPoolProviderUrl}/.well-known/jwks.json`,
        // The one client that may ask for the console's scope is in the console's stack, which needs this one first.
        consoleClientId: '',
        webhookLoopback: '',
      },
    };
    const functions = new ServiceFunctions(this, bindable, {
      logRetention: config.logRetentionDays,
      tracing: config.tracing,
      baseImage: config.baseImage,
      addedModels: models.added,
    });
    const reserved = (executions: number): { reserved?: number } =>
      config.reserveConcurrency ? { reserved: executions } : {};

    const sources: (SqsEventSource | DynamoEventSource)[] = [];
    const feed = (fn: LambdaFunction, source: SqsEventSource | DynamoEventSource): void => {
      fn.addEventSource(source);
      sources.push(source);
    };

    const authorizer = functions.node({
      key: AUTHORIZERS.integrators.key,
      description: 'Who calls, and how often already',
      timeout: Duration.seconds(10),
      memory: MEMORY.authorizer,
      ...reserved(config.authorizerConcurrency),
    });
    const consoleAuthorizer = functions.node({
      key: AUTHORIZERS.console.key,
      description: 'Who has signed in to the console, and how often they have called already',
      timeout: Duration.seconds(10),
      memory: MEMORY.authorizer,
    });
    for (const route of ROUTES) {
      functions.node({
        key: route.key,
        description: route.summary,
        timeout: Duration.seconds(endpointSeconds(route)),
        ...(route.memory !== undefined && { memory: route.memory }),
      });
    }
    const endpointsOf = (audience: Audience) =>
      endpointsFor(audience).map((route) => ({ route, handler: functions.get(route.key) }));
    const { api, accessLog } = new ServiceApi(this, 'Http', {
      config,
      mounts: {
        integrators: { authorizer, endpoints: endpointsOf('integrators') },
        console: { authorizer: consoleAuthorizer, endpoints: endpointsOf('console') },
      },
      notFound: functions.node({ key: 'not-found', description: 'Answers requests that match no endpoint' }),
    });

    // What cannot be announced goes to the queue as it is: it is ingested without the turns of its account.
    const unannounced = { deadLetterQueue: ingestQueue.queue };
    const announcer = functions.node({
      key: announce.key,
      description: 'Puts an upload into the ingest queue, in the turn of its account',
      ...unannounced,
    });
    new Rule(this, 'Uploads', {
      description: 'Objects that appear below the upload prefix',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: {
          bucket: { name: [media.bucketName] },
          object: { key: [{ prefix: MEDIA_BUCKET.prefixes.uploads }] },
        },
      },
      targets: [new FunctionTarget(announcer, unannounced)],
    });

    const network = new IsolatedNetwork(this, 'Network', {
      zones: config.zones.split(',').filter((zone) => zone !== ''),
      tableArns: tablesOf('ingest/ingest', 'detector/detector').map((name) => tables[name].tableArn),
      bucketArn: media.bucketArn,
    });
    const ingest = functions.image({
      key: 'ingest/ingest',
      network,
      description: 'Probes an upload and makes it a video',
      timeout: ingestQueue.workerTimeout,
      ...reserved(config.ingestConcurrency),
    });
    feed(
      ingest,
      new SqsEventSource(ingestQueue.queue, { ...QUEUE_FEED, maxConcurrency: config.ingestConcurrency }),
    );

    const detector = functions.image({
      key: 'detector/detector',
      network,
      description: 'Works on a segment of a detection job',
      timeout: detectionQueue.workerTimeout,
      ...reserved(config.detectionConcurrency),
    });
    feed(
      detector,
      new SqsEventSource(detectionQueue.queue, {
        ...QUEUE_FEED,
        maxConcurrency: config.detectionConcurrency,
      }),
    );

    const uploadsGivenUp = functions.node({
      key: 'ingest/dead-letters',
      description: 'Fails the video whose upload could not be worked on',
    });
    feed(uploadsGivenUp, new SqsEventSource(ingestQueue.deadLetters, QUEUE_FEED));

    const segmentsGivenUp = functions.node({
      key: 'detector/dead-letters',
      description: 'Fails the job whose segment could not be worked on',
    });
    feed(segmentsGivenUp, new SqsEventSource(detectionQueue.deadLetters, QUEUE_FEED));

    const deliver = functions.node({
      key: 'webhooks/deliver',
      description: 'Posts an event to a webhook',
      timeout: webhookQueue.workerTimeout,
    });
    feed(
      deliver,
      new SqsEventSource(webhookQueue.queue, { ...QUEUE_FEED, maxConcurrency: config.webhookConcurrency }),
    );
    const deliveriesGivenUp = functions.node({
      key: 'webhooks/dead-letters',
      description: 'Counts the attempt as failed that could not be made',
    });
    feed(deliveriesGivenUp, new SqsEventSource(webhookQueue.deadLetters, QUEUE_FEED));

    const relay = functions.node({
      key: 'relay/relay',
      description: 'Sends to SQS what workers, who cannot reach it, put into the outbox',
    });
    feed(
      relay,
      new DynamoEventSource(tables.outbox, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        filters: [FilterCriteria.filter({ eventName: FilterRule.isEqual('INSERT') })],
        reportBatchItemFailures: true,
        parallelizationFactor: relaysPerShard(config),
        // Then the rest of its batch is left to the sweeper, and the items behind go on.
        retryAttempts: 5,
      }),
    );

    const recorder = functions.node({
      key: recordChanges.key,
      description: 'Records changes of tables as events of their accounts',
    });
    for (const name of recordChanges.streams) {
      feed(
        recorder,
        new DynamoEventSource(tables[name], {
          startingPosition: StartingPosition.TRIM_HORIZON,
          filters: [FilterCriteria.filter({ eventName: FilterRule.or(...recordChanges.eventNames) })],
          // Until the stream forgets it: no event may be left out, and those behind it have their places after it.
          reportBatchItemFailures: true,
        }),
      );
    }

    const sweeper = functions.node({
      key: 'sweeper/sweeper',
      description: 'Finishes what crashes left between two steps',
      timeout: Duration.seconds(SWEEPER_SECONDS.timeout),
      memory: MEMORY.sweeper,
    });
    // A run that throws is made three times within five minutes, which is what its alarm waits for.
    sweeper.configureAsyncInvoke({ retryAttempts: 2 });
    new Rule(this, 'SweeperSchedule', {
      schedule: Schedule.rate(Duration.minutes(5)),
      targets: [new FunctionTarget(sweeper, { retryAttempts: 0 })],
    });

    new SignerRole(this, 'UrlSigner', { media, functions: functions.signers() });
    this.#watch({
      api,
      accessLog,
      tables,
      bucketName: media.bucketName,
      authorizers: { authorizer, 'console-authorizer': consoleAuthorizer },
      functions: { announce: announcer, ingest, detector, deliver, relay, events: recorder, sweeper },
      workers: { ingest, detector, deliver },
      queues: {
        ingest: {
          work: ingestQueue,
          deadLetterConsumer: uploadsGivenUp,
          longestWait: Duration.minutes(30),
        },
        detection: {
          work: detectionQueue,
          deadLetterConsumer: segmentsGivenUp,
          longestWait: Duration.hours(2),
        },
        webhooks: {
          work: webhookQueue,
          deadLetterConsumer: deliveriesGivenUp,
          longestWait: Duration.hours(1),
        },
      },
      sweeper,
      relay,
      recorder,
      config,
    });
    if (config.webAcl) {
      this.edgeSecret = new EdgeSecret(this, 'EdgeSecret', { generation: config.edgeSecret });
      new CfnOutput(this, EDGE_SECRET_GENERATION, { value: String(config.edgeSecret) });
      new AddressLimit(this, 'AddressLimit', { stage: api.deploymentStage, edgeSecret: this.edgeSecret });
    }
    if (config.domainName !== '') new ApiDomain(this, 'Domain', { api, config });
    this.api = api;
    this.publicApi =
      config.domainName === ''
        ? `https://${api.restApiId}.execute-api.${this.region}.${this.urlSuffix}/${config.stage}`
        : `https://${config.domainName}`;
    new CfnOutput(this, 'ApiUrl', { value: this.publicApi });
    const parked = {
      ingest: ingestQueue.parked,
      detection: detectionQueue.parked,
      webhooks: webhookQueue.parked,
    };
    new OperatorOutputs(this, 'Operator', { ...bindable, parked });
    new OperatorPolicy(this, 'OperatorPolicy', { ...bindable, parked, users: data.users });
    new CommandPolicy(this, 'ExportPolicy', {
      ...bindable,
      command: 'vms account export',
      need: EXPORT_GRANT,
      output: 'ExportPolicyArn',
    });
    new CommandPolicy(this, 'ErasurePolicy', {
      ...bindable,
      command: 'vms account erase',
      need: ERASURE_GRANT,
      removesVersions: ERASED_PREFIXES,
      output: 'ErasurePolicyArn',
    });
    new RestoreAccess(this, 'Restore', {
      ...bindable,
      stopped: [
        { fn: authorizer, reserved: config.reserveConcurrency ? config.authorizerConcurrency : undefined },
        { fn: consoleAuthorizer, reserved: undefined },
        { fn: sweeper, reserved: undefined },
      ],
      sources,
      functions: [...functions.all.values()],
    });
    this.notes = [
      `Detector: ${models.detector}. CLIP model: ${models.clip || 'none'}.`,
      ...(config.reserveConcurrency ? [reservationNote(config)] : []),
    ];
  }

  #watch(watched: ConstructorParameters<typeof Alarms>[2] & { config: Config }): void {
    const { api, authorizers, functions, queues, config } = watched;
    const { all, judges } = new Alarms(this, 'Alarms', watched);
    // `bin/deploy.ts` has CloudFormation watch them during the next deployment.
    new CfnOutput(this, RELEASE_ALARMS, { value: judges.map(({ alarmArn }) => alarmArn).join(',') });
    if (config.alarmTopicArn === '') {
      Annotations.of(this).addWarningV2(
        'vms:alarms-without-topic',
        'No alarm notifies anyone: set alarmTopicArn to an SNS topic (docs/deploy.md).',
      );
    }
    if (config.monthlyBudget > 0) monthlyBudget(this, config);
    if (config.dashboard) {
      new OperationsDashboard(this, 'Operations', {
        api,
        alarms: all,
        functions: { ...authorizers, ...functions },
        queues,
      });
    }
  }
}

/** What AWS admits of each shard. */
const MOST_RELAYS = 10;

/** How many relays take the items of one shard of the outbox's stream at a time: one does some 60 a second, as 300 workers make. */
const relaysPerShard = ({ ingestConcurrency, detectionConcurrency }: Config): number =>
  Math.min(MOST_RELAYS, Math.ceil((ingestConcurrency + detectionConcurrency) / 100));

function reservationNote(config: Config): string {
  const { authorizerConcurrency, ingestConcurrency, detectionConcurrency } = config;
  const executions = authorizerConcurrency + ingestConcurrency + detectionConcurrency;
  return `${executions} concurrent executions are reserved. Lambda keeps 100 unreserved, so that the account's quota must be ${executions + 100} or more; an account limited to 10 can reserve nothing (-c reserveConcurrency=false).`;
}
