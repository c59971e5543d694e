import path from 'node:path';
import { ownFolder } from '../data-folder/private-folder.ts';
import { type AwsJsonAnswer, type AwsJsonRequest, errorAnswer, jsonAnswer } from '../protocol/aws-json.ts';
import { type LocalService, startAwsJsonServer } from '../protocol/aws-json-server.ts';
import type { Address } from '../protocol/listen.ts';
import type { Credentials } from '../protocol/sigv4.ts';
import { systemTimer, type Timer } from './arrivals.ts';
import { openDatabase, releaseInFlight } from './database.ts';
import { internalFailure, SqsError, serialization, unknownOperation } from './errors.ts';
import type { Operation } from './operation.ts';
import { QUEUE_OPERATIONS } from './queue-operations.ts';
import { RECEIVE_OPERATIONS } from './receive-operations.ts';
import { SEND_OPERATIONS } from './send-operations.ts';
import { createSqsService, type SqsService } from './service.ts';

export interface SqsOptions extends Address {
  /** Folder of the database; created when absent, used by one process at a time. */
  readonly dataDir: string;
  readonly credentials: Credentials;
  readonly region: string;
  readonly accountId?: string;
  /** What time it is for messages, Unix milliseconds. */
  readonly now?: () => number;
  /** What time it is for signatures of requests; the same unless given. */
  readonly signatureNow?: () => number;
  /** Wakes long polls when a message becomes visible over time, and when their wait is over. */
  readonly timer?: Timer;
  /**
   * Whether messages that an earlier process received and did not delete are visible at once: its receivers died
   * with it.
   */
  readonly releaseInFlight?: boolean;
  /** Called with every error of a request that is not the caller's; printed unless given. */
  readonly onError?: (error: unknown) => void;
}

export interface LocalSqs extends LocalService {
  /** Makes every message in flight visible at once, because its receivers have died. Their receives count. */
  releaseInFlight(): void;
}

/** A batch of 1 MiB is longer on the wire: base64 attributes and JSON escapes take at most six bytes a character. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

const operations: Readonly<Record<string, Operation>> = {
  ...QUEUE_OPERATIONS,
  ...SEND_OPERATIONS,
  ...RECEIVE_OPERATIONS,
};

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw serialization('The request body is not JSON.');
  }
}

async function run(service: SqsService, { method, target, body, signal }: AwsJsonRequest): Promise<object> {
  const [, name = ''] = /^AmazonSQS\.(\w+)$/.exec(target) ?? [];
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (method !== 'POST' || operation === undefined) throw unknownOperation();
  return operation(service, parseBody(body), signal);
}

async function respond(
  service: SqsService,
  request: AwsJsonRequest,
  onError: (error: unknown) => void,
): Promise<AwsJsonAnswer> {
  try {
    return jsonAnswer(200, await run(service, request));
  } catch (error) {
    if (error instanceof SqsError) return errorAnswer(error);
    onError(error);
    return errorAnswer(internalFailure());
  }
}

/**
 * Starts an SQS emulation (AWS JSON protocol) that keeps its messages in `dataDir`. Standard queues only,
 * fair ones where messages have a `MessageGroupId`.
 * @throws when the port is taken or another process uses `dataDir`
 */
export async function startSqs(options: SqsOptions): Promise<LocalSqs> {
  const { credentials, region, accountId = '000000000000', now = Date.now, timer = systemTimer } = options;
  const { signatureNow = now, onError = console.error } = options;
  await ownFolder(options.dataDir);
  const db = openDatabase(path.join(options.dataDir, 'sqs.db'));
  let origin = '';
  const service = createSqsService({ db, region, accountId, now, timer, origin: () => origin });
  try {
    if (options.releaseInFlight) releaseInFlight(db, now(), true);
    const server = await startAwsJsonServer({
      address: options,
      service: 'sqs',
      credentials,
      region,
      now: signatureNow,
      maxBodyBytes: MAX_BODY_BYTES,
      unsignedStatus: 403,
      respond: (request) => respond(service, request, onError),
    });
    origin = server.url;
    return {
      ...server,
      async close() {
        await server.close();
        db.close();
      },
      releaseInFlight: () => releaseInFlight(db, now(), false),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}
