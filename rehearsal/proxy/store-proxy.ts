import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
  request as send,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { SigV4Error, sha256Hex, signSigV4, toTimestamp, verifySigV4 } from '../../local/protocol/sigv4.ts';
import type { FunctionSwitches } from '../deployment/function-switches.ts';
import { type AccessControl, AccessDenied, type Caller } from '../policies/access-control.ts';
import type { StoreAccess } from '../stores/create-stores.ts';
import type { Recovery } from '../stores/recovery.ts';
import type { UserPool } from '../stores/user-pool.ts';
import type { Place } from '../template/attributes.ts';
import { answerAssumeRole } from './assume-role.ts';
import { answerDescribeStacks, type StackOutputs } from './describe-stacks.ts';
import { type PartitionKeyOf, requiredByDynamoDb } from './dynamodb-access.ts';
import type { IssuedCredentials } from './issued-credentials.ts';
import { answerLambda } from './lambda-access.ts';
import { reachedItems } from './reached-items.ts';
import { refuse } from './refusal.ts';
import { type RequiredAccess, type StoreRequest, UnknownRequest } from './required-access.ts';
import { requiredByS3 } from './s3-access.ts';
import { requiredBySqs } from './sqs-access.ts';
import { answerRestoreTable } from './table-recovery.ts';
import { answerUserPool } from './user-pool-access.ts';

/** An item as the wire has it: `{ id: { S: '…' } }`. */
export type WireItem = Readonly<Record<string, unknown>>;

interface ProxyOptions {
  readonly place: Pick<Place, 'region' | 'accountId'>;
  readonly access: AccessControl;
  readonly issued: IssuedCredentials;
  readonly partitionKeyOf: PartitionKeyOf;
  readonly outputs: StackOutputs;
  readonly users: UserPool;
  readonly switches: FunctionSwitches;
  readonly recovery: Recovery;
  /** Asked before a call goes to its store, as `s3 GET /bucket/key`: whether the caller has just died of it. */
  readonly strike: (callerName: string, call: string) => Promise<boolean>;
  /** Called with the items that a call has read, or whose keys a write has named. */
  readonly onItemsReached: (table: string, items: readonly WireItem[]) => void;
}

interface StoreProxy {
  /** For `AWS_ENDPOINT_URL`: one origin for all services, distinguished by the service that a signature names. */
  readonly url: string;
  /** Connects the stores; until then requests are refused. */
  connect(stores: StoreAccess): void;
  /** Calls that were answered 403 for a missing object, since they may not list the bucket. */
  readonly hidden: readonly string[];
  close(): Promise<void>;
}

type Service = keyof StoreAccess['endpoints'];

/** Whose signature a request carries, and for which service: the scope of its credentials. */
const SCOPE = /(?:Credential=|X-Amz-Credential=)([A-Z0-9]+)(?:\/|%2F)\d{8}(?:\/|%2F)[\w-]+(?:\/|%2F)([\w-]+)/;

/**
 * The way by which functions reach the stores: it verifies who asks, lets pass what the policies of the templates allow, and signs
 * it again for the stores.
 */
export async function startStoreProxy(options: ProxyOptions): Promise<StoreProxy> {
  const { place, access, issued, partitionKeyOf, strike, onItemsReached } = options;
  const { outputs, users, switches, recovery } = options;
  const hidden: string[] = [];
  let stores: StoreAccess | undefined;

  const required = (service: Service, request: StoreRequest): RequiredAccess => {
    if (service === 's3') return requiredByS3(request);
    return service === 'sqs'
      ? requiredBySqs(request, place)
      : requiredByDynamoDb(request, place, partitionKeyOf);
  };

  const authenticate = (message: IncomingMessage, hash: string, service: string, id: string): Caller => {
    const found = issued.find(id);
    if (found === undefined) throw new SigV4Error('InvalidAccessKeyId', `No credentials are called ${id}`);
    const { method = '', url: target = '', headersDistinct: headers } = message;
    const scope = { credentials: found.credentials, region: place.region, service };
    verifySigV4({ method, target, headers, payloadHash: hash }, scope, Date.now());
    const token =
      headers['x-amz-security-token']?.[0] ??
      new URL(target, 'http://proxy').searchParams.get('X-Amz-Security-Token');
    if (token !== found.credentials.sessionToken)
      throw new SigV4Error('InvalidAccessKeyId', 'The session token is missing or wrong');
    return found.caller;
  };

  const answer = async (message: IncomingMessage, response: ServerResponse, service: string, id: string) => {
    const { method = '', url: target = '' } = message;
    const headers = Object.fromEntries(
      Object.entries(message.headers).map(([name, value]) => [name, String(value)]),
    );
    const isContent = service === 's3' && !(method === 'POST' && /[?&]delete\b/.test(target));
    const body = isContent ? '' : (await readAll(message)).toString();
    const hash = headers['x-amz-content-sha256'] ?? (isContent ? 'UNSIGNED-PAYLOAD' : sha256Hex(body));
    const caller = authenticate(message, hash, service, id);
    if (service === 'sts') {
      answerAssumeRole(new URLSearchParams(body), response, { access, issued, caller });
      return;
    }
    if (service === 'cloudformation') {
      answerDescribeStacks(new URLSearchParams(body), response, { access, caller, place, outputs });
      return;
    }
    if (service === 'lambda') {
      await answerLambda({ method, target, body }, response, { access, caller, place, switches });
      return;
    }
    if (headers['x-amz-target']?.endsWith('.RestoreTableToPointInTime')) {
      await answerRestoreTable(body, response, { access, caller, place, recovery });
      return;
    }
    if (service === 'cognito-idp') {
      answerUserPool(headers['x-amz-target'] ?? '', body, response, { access, caller, place, users });
      return;
    }
    if (stores === undefined || !(service in stores.endpoints)) throw new UnknownRequest(service);
    for (const one of required(service as Service, { method, target, headers, body }))
      access.authorize(caller, one);
    if (await strike(caller.name, `${service} ${method} ${target}`)) {
      response.destroy();
      return;
    }
    const forwarded = { message, response, body: isContent ? null : body, hash, service: service as Service };
    const reply = await forward(forwarded, stores);
    if (service === 's3' && reply.statusCode === 404 && !mayKnow(caller, target)) {
      reply.resume();
      hidden.push(`${caller.name}: ${target.split('?', 1)[0]}`);
      throw new AccessDenied('The object is missing, or hidden');
    }
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    if (service !== 'dynamodb' || reply.statusCode !== 200) {
      await pipeline(reply, response);
      return;
    }
    const text = await readAll(reply);
    for (const [table, items] of reachedItems(headers['x-amz-target'], body, text.toString()))
      onItemsReached(table, items);
    response.end(text);
  };

  /** Whether S3 lets the caller know that an object does not exist. */
  const mayKnow = (caller: Caller, target: string): boolean => {
    const [, bucket = ''] = target.split(/[/?]/);
    return access.permits(caller, {
      action: 's3:ListBucket',
      resource: `arn:aws:s3:::${bucket}`,
      context: {},
    });
  };

  const server = createServer((message, response) => {
    const [, id = '', service = ''] =
      SCOPE.exec(`${message.headers.authorization ?? ''} ${message.url}`) ?? [];
    answer(message, response, service, id).catch((error: unknown) => {
      if (error instanceof UnknownRequest || error instanceof SigV4Error)
        access.denials.push(`${service} ${message.method} ${message.url}: ${error.message}`);
      message.resume();
      refuse(response, service, error);
    });
  });
  server.requestTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connect(connected) {
      stores = connected;
    },
    hidden,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

interface Forwarded {
  message: IncomingMessage;
  response: ServerResponse;
  /** Null where the body is content that passes through. */
  body: string | null;
  hash: string;
  service: Service;
}

/** Sends a request to a store, with the rehearsal's own signature in place of the caller's. */
async function forward(
  { message, response, body, hash, service }: Forwarded,
  stores: StoreAccess,
): Promise<IncomingMessage> {
  const { credentials, region, endpoints } = stores;
  const endpoint = new URL(endpoints[service]);
  const target = withoutSignature(message.url ?? '');
  const now = Date.now();
  const headers: NodeJS.Dict<string[]> = {
    ...message.headersDistinct,
    host: [endpoint.host],
    'x-amz-date': [toTimestamp(now)],
    ...(service === 's3' && { 'x-amz-content-sha256': [hash] }),
  };
  delete headers['x-amz-security-token'];
  delete headers.expect;
  const signed = { method: message.method ?? '', target, headers, payloadHash: hash };
  headers.authorization = [signSigV4(signed, { credentials, region, service }, now)];
  const single = Object.entries(headers).map(([name, values = []]) => [name, values.join(',')]);
  const options = {
    method: message.method ?? '',
    headers: Object.fromEntries(single) as OutgoingHttpHeaders,
  };
  const request = send(new URL(target, endpoint), options);
  // A poll that goes on without its caller would take messages that nobody gets.
  response.once('close', () => {
    if (!response.writableFinished) request.destroy();
  });
  const replied = once(request, 'response') as Promise<[IncomingMessage]>;
  if (body === null) await Promise.all([pipeline(message, request), replied]);
  else request.end(body);
  return (await replied)[0];
}

/** A target without what a presigned URL adds to it. */
function withoutSignature(target: string): string {
  const [path = '', search] = target.split(/\?(.*)/s);
  const kept = (search ?? '').split('&').filter((pair) => pair !== '' && !/^X-Amz-/.test(pair));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}
