import { setTimeout as delay } from 'node:timers/promises';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { COPY_INFIX } from '../../shared/contract/restore.ts';
import { startGateway } from '../gateway/gateway.ts';
import { readRestApi } from '../gateway/rest-api.ts';
import { AccessControl } from '../policies/access-control.ts';
import type { StackOutputs } from '../proxy/describe-stacks.ts';
import { IssuedCredentials } from '../proxy/issued-credentials.ts';
import { startStoreProxy, type WireItem } from '../proxy/store-proxy.ts';
import type { FunctionUse } from '../runtime/function-pool.ts';
import { type StartFunction, startFunction as startProcess } from '../runtime/function-process.ts';
import { Traces } from '../runtime/traces.ts';
import { type Cloud, startCloud } from '../stores/cloud.ts';
import type { StoreAccess } from '../stores/create-stores.ts';
import { Recovery } from '../stores/recovery.ts';
import type { Resource } from '../template/resolve.ts';
import { resolveOutputs, resolveStacks } from '../template/resolve.ts';
import { Resources } from '../template/resources.ts';
import type { SynthesizedStack } from '../template/stacks.ts';
import { Deaths } from './deaths.ts';
import { DeployedFunctions } from './deployed-functions.ts';
import { EventSources } from './event-sources.ts';
import type { CodeOf } from './function-code.ts';
import { FunctionSwitches } from './function-switches.ts';
import { ObjectEvents } from './object-events.ts';
import { fireSchedules } from './schedules.ts';
import { TableStreams } from './table-streams.ts';

/** Stacks that run on this machine, as AWS would run them. */
export interface Deployment {
  readonly apiUrl: string;
  readonly resources: Resources;
  readonly access: AccessControl;
  /** Credentials for further callers, such as an operator. */
  readonly issued: IssuedCredentials;
  /** Where callers with such credentials find the stores. */
  readonly endpoint: string;
  /** Outputs of the stacks, by stack and name. */
  readonly outputs: StackOutputs;
  /** The stores themselves, without permissions. */
  readonly stores: StoreAccess;
  /** What the gateway or an event source had to answer for a function that failed. */
  readonly failures: readonly string[];
  /** The failures so far, which were to be: they are no longer held against the deployment. */
  takeFailures(): string[];
  /** What X-Ray would know. */
  readonly traces: Traces;
  /** Calls that were answered 403 for a missing object, since they may not list the bucket. */
  readonly hidden: readonly string[];
  /** Notes what is in the tables, so that they can be restored to this moment. */
  noteTables(): Promise<void>;
  /** Stops feeding a function from its queues or its stream; the result feeds it again. */
  pause(functionName: string): Promise<() => void>;
  /** Kills a function in the middle of its work, at its next call that fits (`s3 GET /bucket/key`); resolves then. */
  killAt(functionName: string, call: RegExp): Promise<void>;
  /** Lets time pass for queues alone, in milliseconds. */
  advanceQueues(milliseconds: number): void;
  /** Calls the scheduled functions. */
  fireSchedules(): Promise<void>;
  /** Resolves once no function runs, and none has anything to do before time passes. */
  rest(): Promise<void>;
  /** Resolves once no queue has messages and no function runs. */
  settle(): Promise<void>;
  use(): Promise<FunctionUse[]>;
  close(): Promise<void>;
}

interface DeployOptions {
  readonly stacks: readonly SynthesizedStack[];
  readonly codeOf: CodeOf;
  /** Issuer of the tokens with which people use the console; its keys lie below it. */
  readonly issuer: string;
  /** Folder for the stores, which end with the deployment; or stores that do not, with what earlier deployments have left. */
  readonly folder: string | Cloud;
  readonly log: (functionName: string, text: string) => void;
  /** Runs the functions; by default in processes of the rehearsal's own. */
  readonly startFunction?: StartFunction;
  /** Whether queues and streams feed their functions; by default they do. */
  readonly isFed?: boolean;
  /** Told of the items that a function has read or written, by the wire form of their keys and attributes. */
  readonly onItemsReached?: (table: string, items: readonly WireItem[]) => void;
}

const SETTLE_MS = 100;
const SETTLE_LIMIT_MS = 300_000;

/** CloudFront, and the functions of CDK that fill its bucket, are not on this machine. */
const isSite = ({ template }: SynthesizedStack): boolean =>
  Object.values(template.Resources).some(({ Type }) => Type === 'AWS::CloudFront::Distribution');

/**
 * Deploys synthesized stacks onto the embedded stores: everything that is deployed is read from the templates. The pages of the
 * console are left out; its API is the service's.
 */
export async function deploy({
  stacks: all,
  codeOf,
  issuer,
  folder,
  log,
  startFunction = startProcess,
  onItemsReached = () => {},
  isFed = true,
}: DeployOptions): Promise<Deployment> {
  const stacks = all.filter((stack) => !isSite(stack));
  const failures: string[] = [];
  const onFailure = (failure: string): void => void failures.push(failure);
  const issued = new IssuedCredentials();
  const cloud = typeof folder === 'string' ? await startCloud({ folder, issuer }) : folder;
  const { place, stores } = cloud;
  const resources = new Resources(resolveStacks(stacks, place));
  const access = new AccessControl(resources);
  const outputs = Object.fromEntries(
    stacks.map((stack) => [stack.name, resolveOutputs(stack, stacks, place)]),
  );
  const pause = async (functionName: string): Promise<() => void> =>
    streams.feeds(functionName) ? streams.hold(functionName) : sources.pause(functionName);
  const recovery = new Recovery(resources, stores);
  const proxy = await startStoreProxy({
    place,
    access,
    issued,
    partitionKeyOf: partitionKeyIn(resources),
    outputs,
    users: cloud.users,
    recovery,
    switches: new FunctionSwitches({
      resources,
      functions: { reserve: (...reservation) => functions.reserve(...reservation) },
      pause,
    }),
    onItemsReached: (table, keys) => onItemsReached(table, keys),
    strike: (callerName, call) => deaths.strike(callerName, call),
  });
  const { region } = place;
  const traces = await Traces.start();
  const functions = new DeployedFunctions({
    resources,
    access,
    issued,
    place,
    endpoint: proxy.url,
    codeOf,
    startFunction,
    traces,
    log,
  });
  const deaths = new Deaths(functions);
  const streams = new TableStreams({
    resources,
    functions,
    access,
    open: (table) => cloud.openStream(table),
    onFailure,
    isFed,
    undelivered: cloud.undelivered,
  });
  cloud.onTableChanged = (table) => streams.announce(table);
  await cloud.update(resources);
  const { credentials, endpoints } = stores;
  const sqs = new SQSClient({ endpoint: endpoints.sqs, credentials, region, useQueueUrlAsEndpoint: false });
  const objects = new ObjectEvents({ resources, functions, access, sqs, place, onFailure });
  cloud.onObjectCreated = (event) => objects.announce(event);
  proxy.connect(stores);
  const sources = new EventSources({
    resources,
    functions,
    issued,
    endpoint: proxy.url,
    region,
    onFailure,
    isFed,
  });
  streams.start();
  const gateway = await startGateway({
    api: readRestApi(resources),
    place,
    invoke: (arn, event, role) => functions.invokeByRole('apigateway.amazonaws.com', role, arn, event),
    onFailure,
  });

  const messages = async (queue: Resource, counted: (attribute: string) => boolean): Promise<number> => {
    const command = new GetQueueAttributesCommand({ QueueUrl: queue.ref, AttributeNames: ['All'] });
    const { Attributes = {} } = await sqs.send(command);
    return Object.entries(Attributes)
      .filter(([name]) => counted(name))
      .reduce((sum, [, value]) => sum + Number(value), 0);
  };
  const waiting = (name: string): boolean => name === 'ApproximateNumberOfMessages';
  const waitingOrHidden = (name: string): boolean => name.startsWith('ApproximateNumberOfMessages');

  const pending = async (
    queues: readonly Resource[],
    counted: (attribute: string) => boolean,
  ): Promise<number> => {
    let count = functions.running + objects.pending + streams.pending;
    for (const queue of queues) count += await messages(queue, counted);
    return count;
  };

  /** Waits until there are none `times` looks in a row: a message is on its way to a function for a moment. */
  const none = async (count: () => Promise<number>, times: number): Promise<void> => {
    const end = Date.now() + SETTLE_LIMIT_MS;
    for (let quiet = 0; quiet < times; ) {
      if (Date.now() > end) throw new Error(`Work does not end: ${failures.join('; ')}`);
      quiet = (await count()) === 0 ? quiet + 1 : 0;
      if (quiet < times) await delay(SETTLE_MS);
    }
  };

  return {
    apiUrl: gateway.url,
    resources,
    access,
    issued,
    endpoint: proxy.url,
    outputs,
    stores,
    failures,
    traces,
    hidden: proxy.hidden,
    pause,
    noteTables: () => recovery.note(),
    takeFailures: () => failures.splice(0),
    killAt: (functionName, call) => deaths.at(functionName, call),
    advanceQueues: stores.advanceQueues,
    fireSchedules: () => fireSchedules(resources, functions),
    rest: () => none(() => pending(sources.queues, waiting), 3),
    settle: () => none(() => pending(resources.of('AWS::SQS::Queue'), waitingOrHidden), 1),
    use: () => functions.use(),
    async close() {
      await gateway.close();
      await objects.close();
      await sources.close();
      await streams.close();
      cloud.onTableChanged = () => {};
      await functions.close();
      await traces.close();
      await proxy.close();
      sqs.destroy();
      cloud.undelivered = await streams.undelivered();
      if (typeof folder === 'string') await cloud.close();
    },
  };
}

/** The names of the tables' partition keys. */
const partitionKeyIn =
  (resources: Resources) =>
  (name: string): string => {
    // A copy has the keys of its table.
    const [table = ''] = name.split(COPY_INFIX);
    const { properties } =
      resources.find('AWS::DynamoDB::GlobalTable', table) ?? resources.get('AWS::DynamoDB::Table', table);
    const keys = properties.KeySchema as { AttributeName: string; KeyType: string }[];
    return keys.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';
  };
