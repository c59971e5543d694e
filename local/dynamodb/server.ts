import { type AwsJsonAnswer, type AwsJsonRequest, errorAnswer, jsonAnswer } from '../protocol/aws-json.ts';
import { type LocalService, startAwsJsonServer } from '../protocol/aws-json-server.ts';
import type { Address } from '../protocol/listen.ts';
import type { Credentials } from '../protocol/sigv4.ts';
import { isDynamoDbError } from './errors.ts';
import { OPERATIONS } from './operations.ts';
import { openTableStore, type TableStore } from './store.ts';

interface DynamoDbOptions extends Address {
  /** Folder of the tables; created when absent, used by one process at a time. */
  readonly dataDir: string;
  readonly credentials: Credentials;
  readonly region: string;
  /** Unix milliseconds. */
  readonly now?: () => number;
  /** Tables whose items are kept in memory only. Default: none. */
  readonly inMemory?: readonly string[];
  /** Called after a table with a stream has changed. */
  readonly onChange?: (table: string) => void;
  /** Called with errors that clients see as InternalServerError. */
  readonly onError?: (error: unknown) => void;
}

/** DynamoDB's limit for a request. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** The body, if it is a JSON object. */
function parseObject(body: string): object | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

const failure = (status: number, shape: string, message: string): AwsJsonAnswer =>
  errorAnswer({ status, type: `com.amazon.coral.service#${shape}`, queryCode: shape, message });

async function respond(
  store: TableStore,
  { method, target, body }: AwsJsonRequest,
  onError: (error: unknown) => void,
): Promise<AwsJsonAnswer> {
  const operation = method === 'POST' ? OPERATIONS.get(target) : undefined;
  if (operation === undefined) {
    return failure(400, 'UnknownOperationException', 'The operation is not known to this service.');
  }
  const input = parseObject(body);
  if (input === null) {
    return failure(400, 'SerializationException', 'The request body is not a JSON object.');
  }
  try {
    return jsonAnswer(200, await store.run(operation, input));
  } catch (error) {
    if (isDynamoDbError(error)) return jsonAnswer(error.statusCode, error.body);
    onError(error);
    return failure(500, 'InternalServerError', 'The request failed because of an internal error.');
  }
}

/**
 * Starts DynamoDB and DynamoDB Streams: dynalite's operations on tables in `dataDir`, after a check of signatures. A failed
 * write, as on a full disk, is answered 500 and changes nothing; the next one is attempted again. Missing:
 * transactions, expiry by TTL, `ReturnValuesOnConditionCheckFailure`, changes of a table but for its stream.
 * @throws when the port is taken or another process uses `dataDir`
 */
export async function startDynamoDb(options: DynamoDbOptions): Promise<LocalService> {
  const { dataDir, region, inMemory = [], now = Date.now } = options;
  const { onChange = () => {}, onError = console.error } = options;
  const store = await openTableStore({ folder: dataDir, region, inMemory, now, onChange });
  try {
    const server = await startAwsJsonServer({
      address: options,
      service: 'dynamodb',
      credentials: options.credentials,
      region,
      now,
      maxBodyBytes: MAX_BODY_BYTES,
      unsignedStatus: 400,
      respond: (request) => respond(store, request, onError),
    });
    return {
      ...server,
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
