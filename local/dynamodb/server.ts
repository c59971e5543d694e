import type { ServerResponse } from 'node:http';
import {
  type AwsJsonRequest,
  type LocalService,
  sendAwsError,
  startAwsJsonServer,
} from '../protocol/aws-json-server.ts';
import type { Credentials } from '../protocol/sigv4.ts';
import { isDynamoDbError, OPERATIONS } from './operations.ts';
import { openTableStore, type TableStore } from './store.ts';

interface DynamoDbOptions {
  /** Folder of the tables; created when absent, used by one process at a time. */
  readonly dataDir: string;
  /** Default 0: a free one. */
  readonly port?: number;
  readonly credentials: Credentials;
  readonly region: string;
  /** Unix milliseconds. */
  readonly now?: () => number;
  /** Tables whose items are kept in memory only. Default: none. */
  readonly inMemory?: readonly string[];
  /** Called after an item of this table was put or updated. */
  readonly onWrite?: (table: string) => void;
  /** Called with errors that clients see as InternalServerError. */
  readonly onError?: (error: unknown) => void;
}

/** DynamoDB's limit for a request. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

const WRITES = new Set(['PutItem', 'UpdateItem']);

/** The body, if it is a JSON object. */
function parseObject(body: Buffer): object | null {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

const send = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
};

const fail = (response: ServerResponse, status: number, shape: string, message: string) =>
  sendAwsError(response, { status, type: `com.amazon.coral.service#${shape}`, queryCode: shape, message });

async function respond(
  store: TableStore,
  { message, body }: AwsJsonRequest,
  response: ServerResponse,
  { onWrite, onError }: Required<Pick<DynamoDbOptions, 'onWrite' | 'onError'>>,
): Promise<void> {
  const [, name = ''] = /^DynamoDB_20120810\.(\w+)$/.exec(String(message.headers['x-amz-target'])) ?? [];
  const operation = message.method === 'POST' ? OPERATIONS.get(name) : undefined;
  if (operation === undefined) {
    fail(response, 400, 'UnknownOperationException', 'The operation is not known to this service.');
    return;
  }
  const input = parseObject(body);
  if (input === null) {
    fail(response, 400, 'SerializationException', 'The request body is not a JSON object.');
    return;
  }
  try {
    send(response, 200, await store.run(operation, input));
    if (WRITES.has(name)) onWrite(String((input as { TableName?: string }).TableName));
  } catch (error) {
    if (isDynamoDbError(error)) {
      send(response, error.statusCode, error.body);
      return;
    }
    onError(error);
    fail(response, 500, 'InternalServerError', 'The request failed because of an internal error.');
  }
}

/**
 * Starts DynamoDB on loopback: dynalite's operations on tables in `dataDir`, after a check of signatures. A failed
 * write, as on a full disk, is answered 500 and changes nothing; the next one is attempted again. Missing:
 * transactions, expiry by TTL, `ReturnValuesOnConditionCheckFailure`, changing and deleting tables.
 * @throws when the port is taken or another process uses `dataDir`
 */
export async function startDynamoDb(options: DynamoDbOptions): Promise<LocalService> {
  const { dataDir, region, inMemory = [], onWrite = () => {}, onError = console.error } = options;
  const store = await openTableStore({ folder: dataDir, region, inMemory });
  try {
    const server = await startAwsJsonServer({
      port: options.port ?? 0,
      service: 'dynamodb',
      credentials: options.credentials,
      region,
      now: options.now ?? Date.now,
      maxBodyBytes: MAX_BODY_BYTES,
      unsignedStatus: 400,
      respond: (request, response) => respond(store, request, response, { onWrite, onError }),
    });
    return {
      url: server.url,
      async close() {
        await server.close();
        store.close();
      },
    };
  } catch (error) {
    store.close();
    throw error;
  }
}
